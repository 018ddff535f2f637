import type { Opinion } from '../../contracts/opinion.ts';
import type { Category } from '../../taxonomy/categories.ts';
import { categoryVotes, OPINION_FEATURES } from './features/opinions.ts';

/** How a model's readings are weighed against everything else; trained by `scripts/train-fusion.ts`. */
export interface Fusion {
  readonly version: string;
  /** What the embedded score counts beside the readings. */
  readonly scale: number;
  /** Weight of each feature of `OPINION_FEATURES`. */
  readonly step: Readonly<Record<string, number>>;
  readonly category: {
    /** What the logarithm of the embedded share of a category counts. */
    readonly scale: number;
    /** What it counts if all readings give this category. */
    readonly votes: number;
  };
}

const OF_OPINIONS: ReadonlySet<string> = new Set(OPINION_FEATURES);

/** Weights of all features together: those of the embedded judge, scaled, and those of the readings. */
export const fusedWeights =
  ({ scale, step }: Fusion, alone: (feature: string) => number) =>
  (feature: string): number =>
    OF_OPINIONS.has(feature) ? (Object.hasOwn(step, feature) ? (step[feature] ?? 0) : 0) : scale * alone(feature);

/** Shares of categories that both the embedded judge and the readings speak for, best first. */
export function fusedCategories(
  { category: { scale, votes } }: Fusion,
  learned: readonly { readonly category: Category; readonly share: number }[],
  opinions: readonly Opinion[],
): readonly { readonly category: Category; readonly share: number }[] {
  const voted = categoryVotes(opinions);
  const scored = learned.map(({ category, share }) => ({
    category,
    score: scale * Math.log(Math.max(share, 1e-9)) + votes * (voted.get(category) ?? 0),
  }));
  const top = scored.reduce((most, { score }) => Math.max(most, score), Number.NEGATIVE_INFINITY);
  const total = scored.reduce((sum, { score }) => sum + Math.exp(score - top), 0);
  return scored
    .map(({ category, score }) => ({ category, share: Math.exp(score - top) / total }))
    .sort((a, b) => b.share - a.share);
}
