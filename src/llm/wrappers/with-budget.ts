import { estimateTokens } from '../../base/estimate-tokens.ts';
import { isModelError } from '../../contracts/model.ts';
import { detailsOf, modelError } from '../model-error.ts';
import { costAtMost, type ModelPrice } from '../prices.ts';
import { FREE_FAILURES, type Wrapper } from '../raw-model.ts';

export interface BudgetOptions {
  /** US dollars; null = no limit. Needs known prices. */
  readonly maxCostUsd: number | null;
  /** Calls that reach a provider, whatever becomes of them; null = no limit. */
  readonly maxCalls: number | null;
}

/** What may be spent, by one model or by several together. */
export interface Budget extends BudgetOptions {
  /**
   * Resolves once a call that costs at most so much may start.
   * @throws AppError MODEL_BUDGET_SPENT
   */
  admit(modelId: string, mostUsd: number): Promise<void>;
  /** Says what a call that was admitted did cost. */
  settle(mostUsd: number, paidUsd: number): void;
}

/**
 * A call that does not fit waits for those under way, since they are mostly cheaper than feared. Once one was refused,
 * all later ones are.
 */
export function createBudget({ maxCostUsd, maxCalls }: BudgetOptions): Budget {
  let calls = 0;
  let spentUsd = 0;
  let heldUsd = 0;
  let stopped: string | null = null;
  let waiting: (() => void)[] = [];
  let underWay = 0;
  return {
    maxCostUsd,
    maxCalls,
    admit: async (modelId, mostUsd) => {
      while (stopped === null) {
        if (maxCalls !== null && calls >= maxCalls) stopped = `all ${maxCalls} calls allowed were made`;
        else if (maxCostUsd === null || spentUsd + heldUsd + mostUsd <= maxCostUsd) {
          // In the same breath as the check: another call could slip in between.
          calls++;
          underWay++;
          heldUsd += mostUsd;
          return;
        } else if (underWay === 0) {
          stopped = `$${spentUsd.toFixed(4)} of $${maxCostUsd} is spent, and the next call may cost $${mostUsd.toFixed(4)}`;
        } else await new Promise<void>((resolve) => waiting.push(resolve));
      }
      throw modelError('MODEL_BUDGET_SPENT', `the budget for ${modelId} is spent: ${stopped}`, { spentUsd, calls });
    },
    settle: (mostUsd, paidUsd) => {
      underWay--;
      heldUsd -= mostUsd;
      spentUsd += paidUsd;
      const woken = waiting;
      waiting = [];
      for (const wake of woken) wake();
    },
  };
}

/** Lets a call through only if the most it can cost still fits. Of a failed call whose usage is not known, the input counts as paid. */
export const withBudget =
  (budget: Budget, price: ModelPrice | null): Wrapper =>
  (model) => ({
    id: model.id,
    generate: async (request) => {
      const inputTokens = estimateTokens(request.system) + estimateTokens(request.prompt);
      const mostUsd = costAtMost(price, inputTokens, request.maxOutputTokens) ?? 0;
      await budget.admit(model.id, mostUsd);
      let paidUsd = costAtMost(price, inputTokens, 0) ?? 0;
      try {
        const answer = await model.generate(request);
        paidUsd = answer.costUsd ?? mostUsd;
        return answer;
      } catch (error) {
        if (isModelError(error)) {
          paidUsd = detailsOf(error).costUsd ?? (FREE_FAILURES.has(error.code) ? 0 : paidUsd);
        }
        throw error;
      } finally {
        budget.settle(mostUsd, paidUsd);
      }
    },
  });
