import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ModelServer {
  /** As a model's name: what to put behind `openai-compatible:`. */
  readonly name: string;
  /** Calls since the last `reset`, by the name of the answer that was asked for. */
  readonly calls: ReadonlyMap<string, number>;
  /** Bodies since the last `reset`. */
  readonly bodies: readonly string[];
  /** Hears of each answer once it has left, with the body it answers. */
  onAnswered: (body: string) => void;
  reset(): void;
  close(): Promise<void>;
}

/** Answers a request by the name of its schema; what it gives is sent as JSON. */
export type AnswerFor = (schemaName: string, prompt: string) => unknown;

/** A server on this machine that speaks OpenAI's chat protocol and takes as long for each answer as it is told. */
export async function startModelServer(latencyMs: number, answerFor: AnswerFor): Promise<ModelServer> {
  const calls = new Map<string, number>();
  let bodies: string[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8');
      bodies.push(body);
      const asked = JSON.parse(body) as ChatRequest;
      const name = asked.response_format?.json_schema?.name ?? 'text';
      calls.set(name, (calls.get(name) ?? 0) + 1);
      const prompt = asked.messages.findLast(({ role }) => role === 'user')?.content ?? '';
      const text = JSON.stringify(answerFor(name, typeof prompt === 'string' ? prompt : JSON.stringify(prompt)));
      setTimeout(() => {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify(completion(text, body.length)), () => self.onAnswered(body));
      }, latencyMs);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const self: ModelServer = {
    name: `openai-compatible:http://127.0.0.1:${port}/v1#simulated`,
    calls,
    onAnswered: () => {},
    get bodies() {
      return bodies;
    },
    reset: () => {
      calls.clear();
      bodies = [];
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return self;
}

interface ChatRequest {
  readonly messages: readonly { readonly role: string; readonly content: unknown }[];
  readonly response_format?: { readonly json_schema?: { readonly name?: string } };
}

/** Four characters a token, as in English. */
const completion = (text: string, requestLength: number) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1_780_000_000,
  model: 'simulated',
  choices: [{ index: 0, finish_reason: 'stop', logprobs: null, message: { role: 'assistant', content: text } }],
  usage: {
    prompt_tokens: Math.ceil(requestLength / 4),
    completion_tokens: Math.ceil(text.length / 4),
    total_tokens: Math.ceil((requestLength + text.length) / 4),
  },
});
