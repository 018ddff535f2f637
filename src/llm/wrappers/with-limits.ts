import { estimateTokens } from '../../base/estimate-tokens.ts';
import { type Clock, SYSTEM_CLOCK } from '../clock.ts';
import { detailsOf } from '../model-error.ts';
import type { RawRequest, Wrapper } from '../raw-model.ts';

export interface LimitOptions {
  /** Calls under way at once. */
  readonly concurrency: number;
  /** Requests in any 60 seconds; null = no limit. */
  readonly requestsPerMinute: number | null;
  /** Tokens in any 60 seconds, asked and answered; null = no limit. A single call larger than that goes alone. */
  readonly tokensPerMinute: number | null;
  readonly clock?: Clock;
}

export const DEFAULT_LIMITS = { concurrency: 8, requestsPerMinute: null, tokensPerMinute: null } as const;

const MINUTE_MS = 60_000;

interface Start {
  readonly at: number;
  tokens: number;
}

/**
 * Lets calls through in the order they came, as many as the limits allow. A provider that says how long to wait is left
 * alone for that long by all of them, not only by the call that was told.
 */
export function withLimits(options: LimitOptions): Wrapper {
  const { concurrency, requestsPerMinute, tokensPerMinute, clock = SYSTEM_CLOCK } = options;
  return (model) => {
    let free = concurrency;
    let pausedUntil = Number.NEGATIVE_INFINITY;
    let starts: Start[] = [];
    // Each that comes waits for the one before it to have started, so nobody overtakes.
    let gate: Promise<void> = Promise.resolve();
    let wake: (() => void) | null = null;

    const waitMs = (tokens: number): number => {
      const now = clock.now();
      starts = starts.filter(({ at }) => now - at < MINUTE_MS);
      let until = pausedUntil;
      if (requestsPerMinute !== null && starts.length >= requestsPerMinute) {
        until = Math.max(until, (starts[starts.length - requestsPerMinute]?.at ?? now) + MINUTE_MS);
      }
      if (tokensPerMinute !== null) {
        let used = starts.reduce((sum, start) => sum + start.tokens, 0);
        for (const start of starts) {
          if (used + tokens <= tokensPerMinute) break;
          used -= start.tokens;
          until = Math.max(until, start.at + MINUTE_MS);
        }
      }
      return Math.max(0, until - now);
    };

    const enter = async (tokens: number, signal: AbortSignal | undefined): Promise<Start> => {
      while (free === 0) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      for (let wait = waitMs(tokens); wait > 0; wait = waitMs(tokens)) await clock.sleep(wait, signal);
      signal?.throwIfAborted();
      free--;
      const start = { at: clock.now(), tokens };
      starts.push(start);
      return start;
    };

    const leave = (): void => {
      free++;
      wake?.();
      wake = null;
    };

    return {
      id: model.id,
      generate: async (request) => {
        const tokens = tokensOf(request);
        const entering = gate.then(() => enter(tokens, request.signal));
        gate = entering.then(
          () => undefined,
          () => undefined,
        );
        const start = await entering;
        try {
          const answer = await model.generate(request);
          const { inputTokens, outputTokens } = answer.usage;
          if (inputTokens !== null && outputTokens !== null) start.tokens = inputTokens + outputTokens;
          return answer;
        } catch (error) {
          const { retryAfterMs } = detailsOf(error);
          if (retryAfterMs !== undefined) pausedUntil = Math.max(pausedUntil, clock.now() + retryAfterMs);
          throw error;
        } finally {
          leave();
        }
      },
    };
  };
}

/** The most that a call may count for, before it is known. */
const tokensOf = ({ system, prompt, maxOutputTokens }: RawRequest): number =>
  estimateTokens(system) + estimateTokens(prompt) + maxOutputTokens;
