import { estimateTokens } from '../../base/estimate-tokens.ts';
import { own, ownString, tryParseJson } from '../../base/json.ts';
import { excerpt } from '../../base/text.ts';
import { modelError } from '../model-error.ts';
import { type RawModel, type RawRequest, rawAnswer } from '../raw-model.ts';
import { checkedAddress, firstSet, isLoopback } from './environment.ts';
import type { Environment, Provider, ProviderContext } from './provider.ts';
import { callError, httpError } from './provider-error.ts';

const ADDRESSES = ['OLLAMA_BASE_URL', 'OLLAMA_HOST'] as const;
/** A context is asked for in steps, so that Ollama does not load the model anew for every length. */
const CONTEXT_STEP = 8_192;

/**
 * Ollama by its own protocol and without a package: it cuts what does not fit into its default context without a word,
 * so the context is asked for with each request.
 */
export const ollama: Provider = {
  title: 'Ollama',
  example: 'ollama:llama3.3',
  keys: [],
  addresses: ADDRESSES,
  package: null,
  remote: ({ env }) => !isLoopback(addressOf(env)),
  endpoint: ({ env }) => addressOf(env),
  open: async (context) => ({ kind: 'raw', model: ollamaModel(context) }),
};

/** `OLLAMA_HOST` is often a host and a port alone, and may be the address that the server listens on. */
function addressOf(env: Environment): string {
  const set = firstSet(env, ADDRESSES) ?? 'http://127.0.0.1:11434';
  const address = /^https?:\/\//.test(set) ? set : `http://${/:\d{1,5}$/.test(set) ? set : `${set}:11434`}`;
  return checkedAddress(address.replace('//0.0.0.0', '//127.0.0.1'), 'OLLAMA_HOST').replace(/\/api$/, '');
}

const ollamaModel = ({ id, model, env, timeoutMs, fetch }: ProviderContext): RawModel => {
  const url = `${addressOf(env)}/api/chat`;
  return {
    id,
    generate: async (request) => {
      const timeout = AbortSignal.timeout(timeoutMs);
      const body = requestBody(model, request);
      let text: string;
      let response: Response;
      try {
        const signal = request.signal === undefined ? timeout : AbortSignal.any([request.signal, timeout]);
        response = await fetch(url, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
          signal,
        });
        text = await response.text();
      } catch (error) {
        throw callError(id, error, { caller: request.signal, timeout, timeoutMs });
      }
      const { status, headers } = response;
      if (!response.ok)
        throw httpError(id, { status, body: text, retryAfter: headers.get('retry-after'), retryAfterMs: null });
      return answerOf(id, model, body.options.num_ctx, text);
    },
  };
};

function requestBody(model: string, { system, prompt, schema, maxOutputTokens, temperature, seed }: RawRequest) {
  const needed = estimateTokens(system) + estimateTokens(prompt) + maxOutputTokens;
  return {
    model,
    stream: false,
    messages: [...(system === '' ? [] : [{ role: 'system', content: system }]), { role: 'user', content: prompt }],
    ...(schema === null ? {} : { format: schema }),
    options: {
      num_ctx: Math.ceil(needed / CONTEXT_STEP) * CONTEXT_STEP,
      num_predict: maxOutputTokens,
      ...(temperature === null ? {} : { temperature }),
      ...(seed === null ? {} : { seed }),
    },
  };
}

function answerOf(id: string, model: string, contextTokens: number, body: string) {
  const parsed = tryParseJson(body);
  const content = ownString(own(parsed, 'message'), 'content');
  if (content === null) {
    const said = ownString(parsed, 'error') ?? body;
    throw modelError('MODEL_UNAVAILABLE', `${id}: the answer of Ollama could not be read: ${excerpt(said, 300)}`, {
      retryable: true,
      attempts: 1,
    });
  }
  const inputTokens = count(own(parsed, 'prompt_eval_count'));
  const done = ownString(parsed, 'done_reason');
  const full = inputTokens !== null && inputTokens >= contextTokens;
  return rawAnswer(content, ownString(parsed, 'model') ?? model, {
    usage: { inputTokens, cachedTokens: null, outputTokens: count(own(parsed, 'eval_count')) },
    finishReason: done === 'length' ? 'length' : done === 'stop' || done === null ? 'stop' : 'other',
    notes: full ? [`the request filled the whole context of ${contextTokens} tokens: Ollama may have cut it`] : [],
  });
}

const count = (value: unknown): number | null =>
  Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : null;
