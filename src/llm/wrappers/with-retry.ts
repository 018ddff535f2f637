import { type Clock, SYSTEM_CLOCK } from '../clock.ts';
import { detailsOf, withDetails } from '../model-error.ts';
import type { Wrapper } from '../raw-model.ts';

export interface RetryOptions {
  /** Requests in all, the first included. */
  readonly attempts: number;
  /** First wait in milliseconds; each later one is twice as long. */
  readonly firstWaitMs: number;
  /** Longest wait that is made; a provider that asks for more is not waited for. */
  readonly longestWaitMs: number;
  readonly clock?: Clock;
  /** From 0 to 1: spreads callers that failed together. */
  readonly random?: () => number;
}

export const DEFAULT_RETRY = { attempts: 4, firstWaitMs: 1_000, longestWaitMs: 60_000 } as const;

/** Asks again what may well succeed later (429, 5xx, network), after as long as the provider says, or ever longer. */
export const withRetry =
  ({ attempts, firstWaitMs, longestWaitMs, clock = SYSTEM_CLOCK, random = Math.random }: RetryOptions): Wrapper =>
  (model) => ({
    id: model.id,
    generate: async (request) => {
      for (let attempt = 1; ; attempt++) {
        try {
          return { ...(await model.generate(request)), attempts: attempt };
        } catch (error) {
          request.signal?.throwIfAborted();
          const { retryable = false, retryAfterMs } = detailsOf(error);
          const wait = retryAfterMs ?? firstWaitMs * 2 ** (attempt - 1) * (0.75 + random() / 2);
          if (!retryable || attempt >= attempts || (retryAfterMs ?? 0) > longestWaitMs) {
            throw withDetails(error, { attempts: attempt });
          }
          await clock.sleep(Math.min(wait, longestWaitMs), request.signal);
        }
      }
    },
  });
