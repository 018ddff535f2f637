import type { Category } from '../../../taxonomy/categories.ts';
import { type FeatureFamily, grown, put } from './feature.ts';

/** The feature that says that a check pointing to a category failed at the step. */
export const failedCheckOf = (category: Category): string => `failed check of kind ${category}`;

/** The feature that says that a constraint is violated at the step and was never made good. */
export const violates = (constraintId: string): string => `violates ${constraintId}`;

/** What the validation log and the failed calls say of a step, and of the steps around it. */
export const violationFeatures: FeatureFamily = (view) => {
  const { steps, violations } = view;
  const live = violations.filter((outcome) => outcome.recoveredPosition === null);
  const first = violations[0]?.position ?? null;
  const firstLive = live[0]?.position ?? null;
  const lastLive = live.at(-1)?.position ?? null;
  const failedActors = [...view.failuresByActor.keys()].sort((a, b) => a - b);
  const unrecovered = failedActors.filter((position) => view.unrecoveredActors.has(position));
  const byPosition = steps.map((_, position) => view.violationsByStep.get(position)?.length ?? 0);
  let sum = 0;
  const before = byPosition.map((count) => {
    sum += count;
    return sum - count;
  });
  return (row, _step, position) => {
    for (const outcome of view.violationsByStep.get(position) ?? []) {
      const recovered = outcome.recoveredPosition !== null;
      put(row, `${violates(outcome.constraintId)}${recovered ? ', recovered' : ''}`, 1);
      const category = view.category.get(outcome.constraintId);
      if (!recovered && category !== undefined) put(row, failedCheckOf(category), 1);
      put(row, recovered ? 'a violation that was made good' : 'a violation never made good', 1);
    }
    const count = byPosition[position] ?? 0;
    put(row, 'violations here', grown(count));
    put(row, 'first violation', position === first);
    put(row, 'first violation never made good', position === firstLive);
    put(row, 'last violation never made good', position === lastLive);
    put(row, 'violation in the next step', (byPosition[position + 1] ?? 0) > 0);
    put(row, 'violation in the step before', (byPosition[position - 1] ?? 0) > 0);
    put(row, 'before every violation', first !== null && position < first);
    put(row, 'share of violations before', violations.length === 0 ? 0 : (before[position] ?? 0) / violations.length);
    const failures = view.failuresByActor.get(position) ?? [];
    for (const record of failures) put(row, `its call failed: ${record.failure?.kind ?? 'unknown'}`, 1);
    put(row, 'its call failed', failures.length > 0);
    put(row, 'first failed call', position === failedActors[0]);
    put(row, 'last failed call', failedActors.length > 0 && position === failedActors.at(-1));
    put(row, 'first failed call never made good', position === unrecovered[0]);
    put(row, 'failed call never made good', view.unrecoveredActors.has(position));
  };
};

/** The observation side: results that show a failure, and the step right after one. */
export const observationFeatures: FeatureFamily = (view) => {
  const failedAt = new Map<number, string>();
  for (const record of view.index.calls) {
    if (record.failure !== null && record.resultStep !== null)
      failedAt.set(record.resultStep.position, record.failure.kind);
  }
  const first = [...failedAt.keys()].reduce((least, position) => Math.min(least, position), Infinity);
  return (row, step, position) => {
    const kind = failedAt.get(position);
    if (kind !== undefined && step.role !== 'agent') {
      put(row, 'shows a failure', 1);
      put(row, `shows a failure: ${kind}`, 1);
      put(row, 'first to show a failure', position === first);
    }
    put(row, 'right after a failure', failedAt.has(position - 1));
  };
};
