import type { FeatureRow } from '../judges/embedded/features/index.ts';
import { failedCheckOf } from '../judges/embedded/features/violations.ts';
import { categoryRow, type EmbeddedModel, isPrior, shaped } from '../judges/embedded/model.ts';
import { type ChoiceSet, fitConditionalLogit } from './conditional-logit.ts';
import type { PreparedRun } from './prepare-runs.ts';

export interface TrainOptions {
  /** L2 penalty of a feature's weight in any run. */
  readonly penalty: number;
  /** L2 penalty of what a run's shape adds to it: stronger, since fewer runs speak for it. */
  readonly shapePenalty: number;
  readonly categoryPenalty: number;
  /** A feature seen in fewer runs than this is left out. */
  readonly minRuns: number;
}

export const TRAIN_OPTIONS: TrainOptions = { penalty: 5, shapePenalty: 5, categoryPenalty: 10, minRuns: 3 };

const PRIOR_PENALTY = 0.1;

/** Fits the embedded judge: a conditional logit over the steps of each run, and a multinomial head for the category. */
export function trainModel(
  runs: readonly PreparedRun[],
  version: string,
  options: TrainOptions = TRAIN_OPTIONS,
): EmbeddedModel {
  return { version, step: fitSteps(runs, options), ...fitCategories(runs, options) };
}

function fitSteps(runs: readonly PreparedRun[], options: TrainOptions): Record<string, number> {
  const names = vocabulary(runs, (run) => run.rows, options.minRuns, true);
  const numbers = new Map(names.map((name, at) => [name, at]));
  const penalty = Float64Array.from(names, (name) => (name.includes(' @ ') ? options.shapePenalty : options.penalty));
  const sets = runs.flatMap((run): ChoiceSet[] => {
    const chosen = run.positions.indexOf(run.run.label.position);
    if (chosen === -1) return [];
    const rows = run.positions.map((position) => encode(run.rows[position], numbers, run.shape));
    return [{ rows, chosen, weight: 1 }];
  });
  return named(names, fitConditionalLogit(sets, { features: names.length, penalty }));
}

function fitCategories(
  runs: readonly PreparedRun[],
  options: TrainOptions,
): Pick<EmbeddedModel, 'category' | 'failedCheck'> {
  const examples = runs.flatMap((run) =>
    run.run.failures.flatMap(({ position, category }) => {
      const step = run.rows[position];
      if (category === null || step === undefined) return [];
      const row = categoryRow(step, run.shape);
      // The root cause is what is asked for; the other failures of a run say what its kind looks like.
      return [{ row, category, weight: position === run.run.label.position ? 1 : 1 / (1 + run.run.failures.length) }];
    }),
  );
  const categories = [...new Set(examples.map((example) => example.category))].sort();
  const names = vocabulary(
    runs,
    (run) => run.run.failures.flatMap(({ position }) => categoryRow(run.rows[position] ?? new Map(), run.shape)),
    options.minRuns,
    false,
  );
  const numbers = new Map(names.map((name, at) => [name, at]));
  const size = names.length;
  const shared = size * categories.length;
  const sets = examples.map(({ row, category, weight }): ChoiceSet => {
    const encoded: [number, number][] = [];
    for (const [name, value] of row) {
      const at = numbers.get(name);
      if (at !== undefined) encoded.push([at, value]);
    }
    // The last feature is one for all categories: a failed check speaks for the category that it points to.
    const rows = categories.map((own, slot): [number, number][] => [
      ...encoded.map(([at, value]): [number, number] => [slot * size + at, value]),
      [shared, row.get(failedCheckOf(own)) ?? 0],
    ]);
    return { rows, chosen: categories.indexOf(category), weight };
  });
  // How often a category occurs at all is known better than what any feature says of it.
  const penalties = names.map((name) => (isPrior(name) ? PRIOR_PENALTY : options.categoryPenalty));
  const penalty = Float64Array.from([...categories.flatMap(() => penalties), PRIOR_PENALTY]);
  const weights = fitConditionalLogit(sets, { features: shared + 1, penalty });
  const heads = categories.map((category, slot) => [
    category,
    named(names, weights.slice(slot * size, (slot + 1) * size)),
  ]);
  return { category: Object.fromEntries(heads), failedCheck: Math.round((weights[shared] ?? 0) * 1e4) / 1e4 };
}

function vocabulary(
  runs: readonly PreparedRun[],
  rowsOf: (run: PreparedRun) => readonly FeatureRow[],
  minRuns: number,
  withShape: boolean,
): string[] {
  const seenIn = new Map<string, number>();
  for (const run of runs) {
    const here = new Set<string>();
    for (const row of rowsOf(run)) {
      for (const name of row.keys()) {
        here.add(name);
        if (withShape) here.add(shaped(name, run.shape));
      }
    }
    for (const name of here) seenIn.set(name, (seenIn.get(name) ?? 0) + 1);
  }
  return [...seenIn]
    .filter(([, count]) => count >= minRuns)
    .map(([name]) => name)
    .sort();
}

function encode(
  row: FeatureRow | undefined,
  numbers: ReadonlyMap<string, number>,
  shape: PreparedRun['shape'],
): [number, number][] {
  const encoded: [number, number][] = [];
  for (const [name, value] of row ?? []) {
    for (const key of [name, shaped(name, shape)]) {
      const at = numbers.get(key);
      if (at !== undefined) encoded.push([at, value]);
    }
  }
  return encoded;
}

/** Weights by name, rounded to what a reader needs; those that round to nothing are left out. */
function named(names: readonly string[], weights: Float64Array): Record<string, number> {
  const result: Record<string, number> = {};
  names.forEach((name, at) => {
    const weight = Math.round((weights[at] ?? 0) * 1e4) / 1e4;
    if (weight !== 0) result[name] = weight;
  });
  return result;
}
