import type { Opinion } from '../contracts/opinion.ts';
import { categoryVotes, OPINION_FEATURES, opinionFeatures } from '../judges/embedded/features/opinions.ts';
import { type Fusion, fusedCategories } from '../judges/embedded/fusion.ts';
import { categoriesOf, type EmbeddedModel, scoreOf, stepWeights } from '../judges/embedded/model.ts';
import { type ChoiceSet, fitConditionalLogit } from './conditional-logit.ts';
import type { Prediction } from './cross-validate.ts';
import { foldOf } from './cross-validate.ts';
import type { PreparedRun } from './prepare-runs.ts';

/** A run that a model was recorded on, as an embedded judge sees it that was not trained on it. */
export interface FusionRun {
  readonly run: PreparedRun;
  readonly opinions: readonly Opinion[];
  readonly model: EmbeddedModel;
}

const PENALTY = 1;
/** The embedded score and the prior share count what they are worth: hardly held back. */
const BASE_PENALTY = 0.01;

/** Fits how much readings of a model count beside the embedded score: eight numbers for the step, two for the category. */
export function trainFusion(runs: readonly FusionRun[], version: string): Fusion {
  const names = ['base', ...OPINION_FEATURES];
  const penalty = Float64Array.from(names, (name) => (name === 'base' ? BASE_PENALTY : PENALTY));
  const sets = runs.flatMap(({ run, opinions, model }): ChoiceSet[] => {
    const chosen = run.positions.indexOf(run.run.label.position);
    if (chosen === -1) return [];
    const weight = stepWeights(model, run.shape);
    const said = opinionFeatures(opinions);
    const rows = run.positions.map((position): [number, number][] => [
      [0, scoreOf(weight, run.rows[position] ?? new Map())],
      ...OPINION_FEATURES.map((name, at): [number, number] => [at + 1, said(position).get(name) ?? 0]),
    ]);
    return [{ rows, chosen, weight: 1 }];
  });
  const [scale = 1, ...step] = fitConditionalLogit(sets, { features: names.length, penalty });
  return {
    version,
    scale: rounded(scale),
    step: Object.fromEntries(OPINION_FEATURES.map((name, at) => [name, rounded(step[at] ?? 0)])),
    category: trainCategory(runs),
  };
}

function trainCategory(runs: readonly FusionRun[]): Fusion['category'] {
  const sets = runs.flatMap(({ run, opinions, model }): ChoiceSet[] => {
    const { position, category } = run.run.label;
    const row = run.rows[position];
    if (category === null || row === undefined) return [];
    const voted = categoryVotes(opinions);
    const learned = categoriesOf(model, row, run);
    const chosen = learned.findIndex((one) => one.category === category);
    if (chosen === -1) return [];
    const rows = learned.map((one): [number, number][] => [
      [0, Math.log(Math.max(one.share, 1e-9))],
      [1, voted.get(one.category) ?? 0],
    ]);
    return [{ rows, chosen, weight: 1 }];
  });
  if (sets.length === 0) return { scale: 1, votes: 0 };
  const [scale = 1, votes = 0] = fitConditionalLogit(sets, {
    features: 2,
    penalty: Float64Array.of(BASE_PENALTY, BASE_PENALTY),
  });
  return { scale: rounded(scale), votes: rounded(votes) };
}

const rounded = (weight: number): number => Math.round(weight * 1e4) / 1e4;

/** What embedded judge and readings say together of a run. */
export function predictFused(fusion: Fusion, { run, opinions, model }: FusionRun): Prediction {
  const weight = stepWeights(model, run.shape);
  const said = opinionFeatures(opinions);
  const scored = run.positions
    .map((position) => {
      let score = fusion.scale * scoreOf(weight, run.rows[position] ?? new Map());
      for (const [name, value] of said(position)) score += (fusion.step[name] ?? 0) * value;
      return { position, score };
    })
    .sort((a, b) => b.score - a.score);
  const best = scored[0];
  const row = best === undefined ? undefined : run.rows[best.position];
  const learned = row === undefined ? [] : categoriesOf(model, row, run);
  return {
    run,
    ranked: scored.map(({ position }) => position),
    category: fusedCategories(fusion, learned, opinions)[0]?.category ?? null,
    share: 1 / scored.reduce((sum, { score }) => sum + Math.exp(score - (best?.score ?? 0)), 0),
  };
}

export interface FusionFolds {
  readonly folds: number;
  readonly innerFolds: number;
  readonly seed: number;
  readonly train: (runs: readonly PreparedRun[]) => EmbeddedModel;
  /** What was recorded of a run; empty = nothing, and the run only trains the embedded judge. */
  readonly opinionsOf: (run: PreparedRun) => readonly Opinion[];
}

/** Out-of-fold predictions of one run by each judge. */
export interface FusionPrediction {
  readonly opinions: readonly Opinion[];
  readonly embedded: Prediction;
  readonly fused: Prediction;
}

/**
 * Nested cross-validation by group: neither the embedded judge nor the weights of the readings have seen a run of the
 * group that is predicted, and the readings are weighed against scores that were out of fold themselves.
 */
export function crossValidateFusion(
  runs: readonly PreparedRun[],
  { folds, innerFolds, seed, train, opinionsOf }: FusionFolds,
): readonly FusionPrediction[] {
  const withOpinions = (set: readonly PreparedRun[], model: EmbeddedModel): FusionRun[] =>
    set.flatMap((run) => {
      const opinions = opinionsOf(run);
      return opinions.length === 0 ? [] : [{ run, opinions, model }];
    });
  return Array.from({ length: folds }, (_, fold) => {
    const isHeld = (run: PreparedRun) => foldOf(run, folds, seed) === fold;
    const held = runs.filter(isHeld);
    const known = runs.filter((run) => !isHeld(run));
    if (withOpinions(held, EMPTY).length === 0) return [];
    const fusion = trainFusion(outOfFold(known, innerFolds, seed, train, withOpinions), 'fold');
    return withOpinions(held, train(known)).map((one) => ({
      opinions: one.opinions,
      embedded: predictFused({ version: '', scale: 1, step: {}, category: { scale: 1, votes: 0 } }, one),
      fused: predictFused(fusion, one),
    }));
  }).flat();
}

const EMPTY: EmbeddedModel = { version: '', step: {}, category: {}, failedCheck: 0 };

/** Runs with an embedded judge each that was trained on other groups. */
export function outOfFold<T>(
  runs: readonly PreparedRun[],
  folds: number,
  seed: number,
  train: (runs: readonly PreparedRun[]) => EmbeddedModel,
  view: (runs: readonly PreparedRun[], model: EmbeddedModel) => readonly T[],
): readonly T[] {
  return Array.from({ length: folds }, (_, fold) => {
    const held = runs.filter((run) => foldOf(run, folds, seed) === fold);
    return view(held, train(runs.filter((run) => foldOf(run, folds, seed) !== fold)));
  }).flat();
}
