import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the server does with one request. */
export type Reply =
  | { readonly kind: 'text'; readonly text: string; readonly finish?: 'stop' | 'length' }
  | { readonly kind: 'refusal'; readonly text: string }
  | { readonly kind: 'status'; readonly status: number; readonly body: string; readonly headers?: Record<string, string> }
  /** Headers and the first bytes at once, the rest never. */
  | { readonly kind: 'slow' }
  /** The connection is closed in the middle of the body. */
  | { readonly kind: 'cut' }
  | { readonly kind: 'not-json' }
  | { readonly kind: 'redirect'; readonly to: string }
  | { readonly kind: 'endless' };

export interface SeenRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: string;
}

export interface ScriptedServer {
  readonly address: string;
  readonly requests: SeenRequest[];
  /** Replies to the next requests, in order; the last one stays. */
  script(...replies: readonly Reply[]): void;
  close(): Promise<void>;
}

const USAGE = { input: 120, cached: 20, output: 30 } as const;

/** A success as each protocol says it, by the path of the request. */
function answerBody(path: string, text: string, finish: 'stop' | 'length' | 'refusal', asked: string): unknown {
  const refused = finish === 'refusal';
  if (path.endsWith('/responses')) {
    const part = refused ? { type: 'refusal', refusal: text } : { type: 'output_text', text, annotations: [] };
    return {
      id: 'resp_1', object: 'response', created_at: 1_760_000_000, model: 'gpt-test-2026',
      status: finish === 'length' ? 'incomplete' : 'completed', error: null,
      incomplete_details: finish === 'length' ? { reason: 'max_output_tokens' } : null,
      output: [{ type: 'message', id: 'msg_1', role: 'assistant', status: 'completed', content: [part] }],
      usage: {
        input_tokens: USAGE.input, input_tokens_details: { cached_tokens: USAGE.cached },
        output_tokens: USAGE.output, output_tokens_details: { reasoning_tokens: 0 }, total_tokens: USAGE.input + USAGE.output,
      },
    };
  }
  if (path.endsWith('/chat/completions')) {
    return {
      id: 'chatcmpl-1', object: 'chat.completion', created: 1_760_000_000, model: 'gpt-test-2026',
      choices: [{
        index: 0, logprobs: null, finish_reason: finish === 'length' ? 'length' : 'stop',
        message: { role: 'assistant', content: refused ? null : text, refusal: refused ? text : null },
      }],
      usage: {
        prompt_tokens: USAGE.input, completion_tokens: USAGE.output, total_tokens: USAGE.input + USAGE.output,
        prompt_tokens_details: { cached_tokens: USAGE.cached }, completion_tokens_details: { reasoning_tokens: 0 },
      },
    };
  }
  if (path.endsWith('/messages')) {
    return {
      id: 'msg_1', type: 'message', role: 'assistant', model: 'claude-test-2026', stop_sequence: null,
      stop_reason: finish === 'length' ? 'max_tokens' : refused ? 'refusal' : 'end_turn',
      content: refused ? [] : [{ type: 'text', text }],
      usage: {
        input_tokens: USAGE.input - USAGE.cached, cache_read_input_tokens: USAGE.cached,
        cache_creation_input_tokens: 0, output_tokens: USAGE.output,
      },
    };
  }
  if (path.endsWith(':generateContent')) {
    const usageMetadata = {
      promptTokenCount: USAGE.input, cachedContentTokenCount: USAGE.cached,
      candidatesTokenCount: USAGE.output, totalTokenCount: USAGE.input + USAGE.output,
    };
    if (refused) return { promptFeedback: { blockReason: 'PROHIBITED_CONTENT' }, usageMetadata: { ...usageMetadata, candidatesTokenCount: 0 }, modelVersion: 'gemini-test-2026' };
    return {
      candidates: [{ index: 0, finishReason: finish === 'length' ? 'MAX_TOKENS' : 'STOP', content: { role: 'model', parts: [{ text }] } }],
      usageMetadata, modelVersion: 'gemini-test-2026',
    };
  }
  if (path.endsWith('/converse')) {
    // A tool that must be called is how this protocol asks for JSON; a model that obeys answers by calling it.
    const called = finish === 'stop' && asked.includes('"toolChoice"') ? parsed(text) : undefined;
    const content = called === undefined ? { text } : { toolUse: { toolUseId: 'tool_1', name: 'json', input: called } };
    return {
      output: { message: { role: 'assistant', content: [content] } },
      stopReason: finish === 'length' ? 'max_tokens' : refused ? 'content_filtered' : called === undefined ? 'end_turn' : 'tool_use',
      usage: { inputTokens: USAGE.input, outputTokens: USAGE.output, totalTokens: USAGE.input + USAGE.output, cacheReadInputTokens: USAGE.cached },
      metrics: { latencyMs: 1 },
    };
  }
  // Ollama has no word for a refusal: the model says so in its text.
  return {
    model: 'llama-test', created_at: '2026-12-01T00:00:00Z', message: { role: 'assistant', content: text },
    done: true, done_reason: finish === 'length' ? 'length' : 'stop',
    prompt_eval_count: USAGE.input, eval_count: USAGE.output, total_duration: 1,
  };
}

/** A server on this machine that speaks as the providers do, and misbehaves as it is told. */
export async function startScriptedServer(): Promise<ScriptedServer> {
  const requests: SeenRequest[] = [];
  let replies: readonly Reply[] = [];
  let next = 0;
  const server = createServer((request, response) => {
    readBody(request).then((body) => {
      requests.push({ url: request.url ?? '', headers: request.headers, body });
      const reply = replies[Math.min(next, replies.length - 1)];
      next++;
      if (reply === undefined) respond(response, 500, 'no script');
      else answer(new URL(request.url ?? '/', 'http://x').pathname, reply, response, body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}`,
    requests,
    script: (...list) => {
      replies = list;
      next = 0;
      requests.length = 0;
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function answer(path: string, reply: Reply, response: ServerResponse, asked: string): void {
  const whole = JSON.stringify(answerBody(path, '{"step":3,"why":"it looped"}', 'stop', asked));
  switch (reply.kind) {
    case 'text':
      return respond(response, 200, JSON.stringify(answerBody(path, reply.text, reply.finish ?? 'stop', asked)));
    case 'refusal':
      return respond(response, 200, JSON.stringify(answerBody(path, reply.text, 'refusal', asked)));
    case 'status':
      return respond(response, reply.status, reply.body, reply.headers);
    case 'not-json':
      return respond(response, 200, '<html><body>Bad gateway</body></html>');
    case 'redirect':
      return respond(response, 307, '', { location: reply.to });
    case 'slow':
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write(whole.slice(0, 20));
      return;
    case 'cut':
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': String(whole.length) });
      response.write(whole.slice(0, 40));
      setTimeout(() => response.destroy(), 20);
      return;
    case 'endless': {
      response.writeHead(200, { 'content-type': 'application/json' });
      const block = Buffer.alloc(1024 * 1024, 0x20);
      const pump = (): void => {
        while (!response.destroyed && response.write(block));
        if (!response.destroyed) response.once('drain', pump);
      };
      return pump();
    }
  }
}

function respond(response: ServerResponse, status: number, body: string, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(body);
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
