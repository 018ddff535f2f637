import type { ModelCall } from '../contracts/model-ledger.ts';
import type { RawRequest } from './raw-model.ts';

/**
 * One call as a span of OpenTelemetry's conventions for generative AI. It has no text of request or answer. Nothing is
 * exported here: whoever gives `onCall` sends it on.
 */
export interface CallSpan {
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly startedAtMs: number;
  readonly durationMs: number;
  readonly status: 'ok' | 'error';
  readonly attributes: Readonly<Record<string, string | number | boolean>>;
}

export function spanOf(call: ModelCall, request: RawRequest, startedAtMs: number): CallSpan {
  const colon = call.modelId.indexOf(':');
  const requested = call.modelId.slice(colon + 1);
  const known: Readonly<Record<string, string | number | boolean | null>> = {
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': call.modelId.slice(0, colon),
    'gen_ai.request.model': requested,
    'gen_ai.response.model': call.model,
    'gen_ai.request.max_tokens': request.maxOutputTokens,
    'gen_ai.request.temperature': request.temperature,
    'gen_ai.request.seed': request.seed,
    'gen_ai.usage.input_tokens': call.usage.inputTokens,
    'gen_ai.usage.output_tokens': call.usage.outputTokens,
    'error.type': call.error,
    'culprit.purpose': call.purpose,
    'culprit.cached': call.cached,
    'culprit.attempts': call.attempts,
    'culprit.cost_usd': call.costUsd,
  };
  const attributes: Record<string, string | number | boolean> = {};
  for (const [key, value] of Object.entries(known)) if (value !== null) attributes[key] = value;
  return {
    name: `chat ${requested}`,
    startedAtMs,
    durationMs: call.durationMs,
    status: call.error === null ? 'ok' : 'error',
    attributes,
  };
}
