import type { AppError } from '../../base/errors.ts';
import { own, ownString, tryParseJson } from '../../base/json.ts';
import { excerpt } from '../../base/text.ts';
import { isModelError } from '../../contracts/model.ts';
import { modelError } from '../model-error.ts';

/** What is known of a response that was no success. */
export interface HttpFailure {
  readonly status: number;
  readonly body: string;
  readonly retryAfter: string | null;
  readonly retryAfterMs: string | null;
}

const OVERFLOW =
  /context[_ ]length[_ ]exceeded|maximum context length|context window|prompt is too long|input (?:token count|is too long)|exceeds? the (?:available context|maximum number of tokens)|too many tokens/i;
const QUOTA = /insufficient_quota|billing|credit balance|quota_exceeded_permanently/i;
const FILTERED = /content_filter|responsible ?ai ?policy|content management policy/i;

/** A response that was no success as an error of ours; the provider's own words are kept, short. */
export function httpError(
  id: string,
  { status, body, retryAfter, retryAfterMs }: HttpFailure,
  cause?: unknown,
): AppError {
  const said = wordsOf(body);
  const text = `${id}: the provider answered ${status}${said === '' ? '' : `: ${said}`}`;
  const wait = waitOf(retryAfter, retryAfterMs);
  const details = { status, attempts: 1, ...(wait === null ? {} : { retryAfterMs: wait }) };
  if (status === 401 || status === 403)
    return modelError('MODEL_KEY_REFUSED', text, { ...details, retryable: false }, cause);
  if (status === 404) return modelError('MODEL_UNKNOWN', text, { ...details, retryable: false }, cause);
  if (status === 429)
    return modelError('MODEL_RATE_LIMITED', text, { ...details, retryable: !QUOTA.test(body.slice(0, 4_000)) }, cause);
  // 529 is Anthropic's "overloaded"; 408 and 409 pass as well.
  if (status >= 500 || status === 408 || status === 409) {
    return modelError('MODEL_UNAVAILABLE', text, { ...details, retryable: true }, cause);
  }
  const start = body.slice(0, 4_000);
  const code =
    status === 413 || OVERFLOW.test(start)
      ? 'MODEL_CONTEXT_OVERFLOW'
      : FILTERED.test(start)
        ? 'MODEL_REFUSED'
        : 'MODEL_REQUEST_REJECTED';
  return modelError(code, text, { ...details, retryable: false }, cause);
}

/** Whatever else a call threw: ours as it is, the caller's abort as it was given, time and network as unavailable. */
export function callError(
  id: string,
  error: unknown,
  signals: { readonly caller: AbortSignal | undefined; readonly timeout: AbortSignal; readonly timeoutMs: number },
): unknown {
  if (signals.caller?.aborted === true) return signals.caller.reason;
  const chain = causesOf(error);
  const ours = chain.find(isModelError);
  if (ours !== undefined) return ours;
  if (signals.timeout.aborted) {
    return modelError(
      'MODEL_UNAVAILABLE',
      `${id}: no answer within ${signals.timeoutMs / 1000} s`,
      { retryable: true, attempts: 1 },
      error,
    );
  }
  const words = chain.map((one) => (one instanceof Error ? one.message : String(one)));
  const text = `${id}: the provider could not be reached, or its answer could not be read: ${excerpt([...new Set(words)].join(': '), 300)}`;
  return modelError('MODEL_UNAVAILABLE', text, { retryable: true, attempts: 1 }, error);
}

/** An error and what it says it was caused by, outermost first. */
export function causesOf(error: unknown): readonly unknown[] {
  const chain: unknown[] = [];
  for (
    let one = error;
    one !== undefined && one !== null && chain.length < 8;
    one = one instanceof Error ? one.cause : undefined
  ) {
    chain.push(one);
  }
  return chain;
}

/** The message in an error body, in whichever shape it is. */
function wordsOf(body: string): string {
  const parsed = tryParseJson(body.slice(0, 20_000));
  const error = own(Array.isArray(parsed) ? parsed[0] : parsed, 'error');
  const message =
    ownString(error, 'message') ?? (typeof error === 'string' ? error : null) ?? ownString(parsed, 'message');
  return excerpt(message ?? body, 300);
}

/** Milliseconds to wait: seconds, a date, or milliseconds as OpenAI and Azure say them; null where nothing usable is said. */
function waitOf(retryAfter: string | null, retryAfterMs: string | null): number | null {
  const ms = Number(retryAfterMs ?? '');
  if (retryAfterMs !== null && Number.isFinite(ms) && ms >= 0) return ms;
  if (retryAfter === null || retryAfter.trim() === '') return null;
  const seconds = Number(retryAfter);
  const wait = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(retryAfter) - Date.now();
  return Number.isFinite(wait) ? Math.max(0, wait) : null;
}
