import { isRecord, own, ownArray, ownString } from '../../base/json.ts';
import type { Usage } from '../../contracts/trajectory.ts';
import type { EventInput } from './trajectory-builder.ts';

/** Tokens and cost that a message or response body states, by OpenAI's names or Anthropic's; null where it states none. */
export function usageOf(body: unknown): Usage | null {
  const usage = own(body, 'usage');
  const cost = own(body, 'cost') ?? own(usage, 'cost');
  const costUsd = typeof cost === 'number' ? cost : null;
  const inputTokens = numberOf(usage, 'prompt_tokens') ?? numberOf(usage, 'input_tokens');
  const outputTokens = numberOf(usage, 'completion_tokens') ?? numberOf(usage, 'output_tokens');
  if (inputTokens === null && outputTokens === null && costUsd === null) return null;
  return { inputTokens, outputTokens, costUsd };
}

function numberOf(value: unknown, key: string): number | null {
  const found = own(value, key);
  return typeof found === 'number' ? found : null;
}

/** When a message was written: its `timestamp` as text, or as milliseconds since 1970; null where it has none. */
export function timeOf(message: unknown): string | null {
  const time = own(message, 'timestamp') ?? own(message, 'created_at');
  if (typeof time === 'string') return Number.isNaN(Date.parse(time)) ? null : time;
  // Ten digits would be seconds; the range keeps the number one that a date can hold.
  if (typeof time !== 'number' || time < 1e12 || time > 8e15) return null;
  return new Date(time).toISOString();
}

/** Why a model stopped, where that spoils what it wrote: cut off by the limit, or held back by a filter. */
export function stopEvents(body: unknown): readonly EventInput[] {
  const reason = ownString(body, 'stop_reason') ?? ownString(ownArray(body, 'choices')?.[0], 'finish_reason') ?? '';
  if (reason === 'length' || reason === 'max_tokens') return [{ kind: 'error', text: reason, errorType: reason }];
  if (reason === 'content_filter' || reason === 'refusal')
    return [{ kind: 'guardrail', text: reason, triggered: true }];
  return [];
}

/** Model named by a message or a response body. */
export const modelOf = (body: unknown): string | null => (isRecord(body) ? ownString(body, 'model') : null);
