import type { Category } from '../../taxonomy/categories.ts';
import type { FeatureRow } from './features/feature.ts';
import type { RunShape, RunView } from './features/run-view.ts';
import { failedCheckOf } from './features/violations.ts';

/** What training ships: plain numbers, so that a verdict can be recomputed by hand. */
export interface EmbeddedModel {
  readonly version: string;
  /** Weight of a feature in any run, and what a run's shape adds to it (`feature @ shape`). */
  readonly step: Readonly<Record<string, number>>;
  /** Weight of a feature for a category. */
  readonly category: Readonly<Partial<Record<Category, Readonly<Record<string, number>>>>>;
  /** What a failed check adds to the very category that it points to, whichever that is. */
  readonly failedCheck: number;
}

export interface Contribution {
  readonly feature: string;
  readonly contribution: number;
}

/** A feature's name together with the shape of the run. */
export const shaped = (feature: string, shape: RunShape): string => `${feature} @ ${shape}`;

const weightOf = (weights: Readonly<Record<string, number>>, name: string): number =>
  Object.hasOwn(weights, name) ? (weights[name] ?? 0) : 0;

/** What one unit of each feature adds to a step's score in runs of a shape; `given` = what the model does not know. */
export function stepWeights(
  model: EmbeddedModel,
  shape: RunShape,
  given: ReadonlyMap<string, number> = new Map(),
): (feature: string) => number {
  const known = new Map(given);
  return (feature) => {
    let weight = known.get(feature);
    if (weight === undefined) {
      weight = weightOf(model.step, feature) + weightOf(model.step, shaped(feature, shape));
      known.set(feature, weight);
    }
    return weight;
  };
}

/** The score of a step as a sum of what each feature adds. */
export function contributionsOf(weight: (feature: string) => number, row: FeatureRow): readonly Contribution[] {
  const contributions: Contribution[] = [];
  for (const [feature, value] of row) {
    const contribution = value * weight(feature);
    if (contribution !== 0) contributions.push({ feature, contribution });
  }
  return contributions;
}

/** The score alone. */
export function scoreOf(weight: (feature: string) => number, row: FeatureRow): number {
  let score = 0;
  for (const [feature, value] of row) score += value * weight(feature);
  return score;
}

/** What the category head sees of a step: its features, and the shape of the run it stands in. */
export const categoryRow = (row: FeatureRow, shape: RunShape): FeatureRow =>
  new Map([...row, ['bias', 1], [`in a run of shape ${shape}`, 1]]);

/** Whether a feature of the category head only says how often categories occur, in any run or in runs of a shape. */
export const isPrior = (feature: string): boolean => feature === 'bias' || feature.startsWith('in a run of shape ');

/** Softmax over the categories that the run leaves possible, for one step, best first. */
export function categoriesOf(
  model: EmbeddedModel,
  row: FeatureRow,
  { shape, impossible }: Pick<RunView, 'shape' | 'impossible'>,
): readonly { readonly category: Category; readonly share: number }[] {
  const seen = categoryRow(row, shape);
  const possible = Object.entries(model.category).filter(([category]) => !impossible.has(category as Category));
  const scored = possible.map(([category, weights]) => {
    let score = model.failedCheck * (row.get(failedCheckOf(category as Category)) ?? 0);
    for (const [feature, value] of seen) score += value * weightOf(weights, feature);
    return { category: category as Category, score };
  });
  const top = Math.max(...scored.map((one) => one.score));
  const total = scored.reduce((sum, one) => sum + Math.exp(one.score - top), 0);
  return scored
    .map(({ category, score }) => ({ category, share: Math.exp(score - top) / total }))
    .sort((a, b) => b.share - a.share);
}
