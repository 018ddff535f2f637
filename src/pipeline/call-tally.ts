import { AppError } from '../base/errors.ts';
import { own } from '../base/json.ts';
import type { ModelAnswer, ModelClient, ModelRequest } from '../contracts/model.ts';

/** What was asked of models for one run; a ledger holds the calls of all runs. */
export interface CallTally {
  /** The same model, its calls counted here. */
  of(client: ModelClient): ModelClient;
  /** Calls that were sent, and what they cost; null = the price of one of them is not known. */
  cost(): { readonly modelCalls: number; readonly usd: number | null };
}

export function createCallTally(): CallTally {
  let modelCalls = 0;
  let usd: number | null = 0;
  const add = (sent: boolean, costUsd: number | null): void => {
    if (!sent) return;
    modelCalls++;
    usd = usd === null || costUsd === null ? null : usd + costUsd;
  };
  return {
    of: (client) => ({
      ...client,
      generate: async <T>(request: ModelRequest<T>): Promise<ModelAnswer<T>> => {
        try {
          const answer = await client.generate(request);
          add(!answer.cached, answer.costUsd);
          return answer;
        } catch (error) {
          const details = AppError.isInstance(error) ? error.details : {};
          const cost = own(details, 'costUsd');
          add(Number(own(details, 'attempts') ?? 0) > 0, typeof cost === 'number' ? cost : null);
          throw error;
        }
      },
    }),
    cost: () => ({ modelCalls, usd }),
  };
}
