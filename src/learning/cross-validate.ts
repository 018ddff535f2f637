import { contentHash } from '../base/hash.ts';
import { categoriesOf, type EmbeddedModel, scoreOf, stepWeights } from '../judges/embedded/model.ts';
import type { PreparedRun } from './prepare-runs.ts';

export interface Prediction {
  readonly run: PreparedRun;
  /** Positions, best first. */
  readonly ranked: readonly number[];
  readonly category: string | null;
  /** Softmax share of the best step. */
  readonly share: number;
}

/** What the model says of a run. */
export function predict(model: EmbeddedModel, run: PreparedRun): Prediction {
  const weight = stepWeights(model, run.shape);
  const scored = run.positions
    .map((position) => ({ position, score: scoreOf(weight, run.rows[position] ?? new Map()) }))
    .sort((a, b) => b.score - a.score);
  const best = scored[0];
  const row = best === undefined ? undefined : run.rows[best.position];
  const total = scored.reduce((sum, one) => sum + Math.exp(one.score - (best?.score ?? 0)), 0);
  return {
    run,
    ranked: scored.map((one) => one.position),
    category: row === undefined ? null : (categoriesOf(model, row, run)[0]?.category ?? null),
    share: 1 / total,
  };
}

/**
 * Out-of-fold predictions: every run is predicted by a model that saw no run of its group. Folds are drawn from a hash
 * of the group, so they do not depend on the order of the files; another `seed` draws other folds.
 */
export function crossValidate(
  runs: readonly PreparedRun[],
  folds: number,
  train: (runs: readonly PreparedRun[]) => EmbeddedModel,
  seed = 0,
): readonly Prediction[] {
  return Array.from({ length: folds }, (_, fold) => {
    const held = runs.filter((run) => foldOf(run, folds, seed) === fold);
    if (held.length === 0) return [];
    const model = train(runs.filter((run) => foldOf(run, folds, seed) !== fold));
    return held.map((run) => predict(model, run));
  }).flat();
}

/** The fold of a run, by a hash of its group. */
export const foldOf = ({ run }: PreparedRun, folds: number, seed: number): number =>
  Number.parseInt(contentHash(`${seed}:${run.group}`).slice(0, 8), 16) % folds;
