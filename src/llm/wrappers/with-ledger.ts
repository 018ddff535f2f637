import { isModelError } from '../../contracts/model.ts';
import type { ModelCall, ModelLedger } from '../../contracts/model-ledger.ts';
import { type CallSpan, spanOf } from '../call-span.ts';
import { type Clock, SYSTEM_CLOCK } from '../clock.ts';
import { detailsOf, withDetails } from '../model-error.ts';
import { FREE_FAILURES, NO_USAGE, type RawRequest, type Wrapper } from '../raw-model.ts';

export interface LedgerOptions {
  readonly ledger: ModelLedger;
  /** Told of every call once it is over. What it throws fails the call, so it should not. */
  readonly onCall?: ((span: CallSpan) => void) | undefined;
  readonly clock?: Clock;
}

/** Writes down every call: answered, from the cache, failed. */
export const withLedger =
  ({ ledger, onCall, clock = SYSTEM_CLOCK }: LedgerOptions): Wrapper =>
  (model) => ({
    id: model.id,
    generate: async (request) => {
      const start = clock.now();
      const startedAtMs = Date.now();
      const note = (
        rest: Pick<ModelCall, 'model' | 'error' | 'cached' | 'attempts' | 'usage' | 'costUsd' | 'masked' | 'notes'>,
      ): void => {
        const { purpose, schemaName, sampleIndex } = request;
        const durationMs = clock.now() - start;
        const call: ModelCall = { modelId: model.id, purpose, schemaName, sampleIndex, durationMs, ...rest };
        ledger.add(call);
        onCall?.(spanOf(call, request, startedAtMs));
      };
      try {
        const answer = await model.generate(request);
        note({ ...answer, error: null });
        return answer;
      } catch (error) {
        const failed = failure(error, request);
        note(failed);
        // Who counts the calls of one run hears of failures too.
        throw withDetails(error, { attempts: failed.attempts, costUsd: failed.costUsd });
      }
    },
  });

function failure(error: unknown, request: RawRequest) {
  // Of what ended otherwise nobody knows whether it was sent; it counts as one request of unknown cost.
  const { attempts = isModelError(error) ? 0 : 1, usage = NO_USAGE, costUsd, masked = {} } = detailsOf(error);
  const code = isModelError(error) ? error.code : request.signal?.aborted === true ? 'ABORTED' : 'INTERNAL';
  const free = attempts === 0 || (isModelError(error) && FREE_FAILURES.has(error.code));
  return {
    model: null,
    error: code,
    cached: false,
    attempts,
    usage: free ? { inputTokens: 0, cachedTokens: 0, outputTokens: 0 } : usage,
    costUsd: free ? 0 : (costUsd ?? null),
    masked,
    notes: [],
  } as const;
}
