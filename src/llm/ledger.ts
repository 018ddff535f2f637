import type { ModelPurpose } from '../contracts/model.ts';
import type { ModelCall, ModelLedger, ModelTotals } from '../contracts/model-ledger.ts';

/** An empty ledger, in memory. */
export function createLedger(): ModelLedger {
  const calls: ModelCall[] = [];
  return {
    calls,
    add: (call) => {
      calls.push(call);
    },
    totals: () => totalsOf(calls),
    byPurpose: () => {
      const groups: Partial<Record<ModelPurpose, ModelTotals>> = {};
      for (const purpose of new Set(calls.map((call) => call.purpose))) {
        groups[purpose] = totalsOf(calls.filter((call) => call.purpose === purpose));
      }
      return groups;
    },
  };
}

function totalsOf(calls: readonly ModelCall[]): ModelTotals {
  // From the cache nothing was asked, and what was never sent was never counted.
  const sent = calls.filter(({ cached, attempts }) => !cached && attempts > 0);
  const sum = (numberOf: (call: ModelCall) => number | null): number | null => {
    let total = 0;
    for (const call of sent) {
      const number = numberOf(call);
      if (number === null) return null;
      total += number;
    }
    return total;
  };
  const masked: Record<string, number> = {};
  for (const call of calls) {
    for (const [kind, count] of Object.entries(call.masked)) masked[kind] = (masked[kind] ?? 0) + count;
  }
  return {
    calls: calls.length,
    cached: calls.filter(({ cached }) => cached).length,
    failed: calls.filter(({ error }) => error !== null).length,
    attempts: calls.reduce((total, { attempts }) => total + attempts, 0),
    inputTokens: sum(({ usage }) => usage.inputTokens),
    cachedTokens: sum(({ usage }) => usage.cachedTokens),
    outputTokens: sum(({ usage }) => usage.outputTokens),
    costUsd: sum(({ costUsd }) => costUsd),
    masked,
  };
}
