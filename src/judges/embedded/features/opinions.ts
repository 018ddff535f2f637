import type { Opinion } from '../../../contracts/opinion.ts';
import { type FeatureRow, put } from './feature.ts';

/** What readings of a model say of a step, as features; the names are said to people as they stand. */
export const OPINION_FEATURES = [
  'a model names it as the step that broke the run',
  'a model is sure that it broke the run',
  'a model names it as the first mistake',
  'a model names it as the decisive step',
  'a model names it as the next likely step',
  'a model names it among the likely steps',
  'right beside the step that a model names',
] as const;
const [CRITICAL, SURE, FIRST, DECISIVE, NEXT, AMONG, BESIDE] = OPINION_FEATURES;

/**
 * Votes as features, each the share of the readings that answered: so rules, graph and model correct each other instead
 * of one overruling the rest.
 */
export function opinionFeatures(opinions: readonly Opinion[]): (position: number) => FeatureRow {
  const answered = opinions.filter(({ failure }) => failure === null);
  const rows = new Map<number, FeatureRow>();
  const vote = (position: number | null | undefined, name: string, weight = 1) => {
    if (position === null || position === undefined) return;
    const row: FeatureRow = rows.get(position) ?? new Map();
    rows.set(position, row);
    put(row, name, (row.get(name) ?? 0) + weight / answered.length);
  };
  for (const { critical, firstMistake, decisive, confidence, alternatives, evidence } of answered) {
    vote(critical, CRITICAL);
    vote(critical, SURE, (confidence ?? 0) * shareFound(evidence));
    vote(firstMistake, FIRST);
    vote(decisive, DECISIVE);
    for (const [at, { position }] of alternatives.slice(0, 3).entries()) vote(position, at === 0 ? NEXT : AMONG);
    if (critical !== null) for (const position of [critical - 1, critical + 1]) vote(position, BESIDE);
  }
  const none: FeatureRow = new Map();
  return (position) => rows.get(position) ?? none;
}

/** A reading is as sure as it says, as far as its quotes stand where it cites them. */
const shareFound = (evidence: Opinion['evidence']): number =>
  evidence.length === 0 ? 1 : evidence.filter(({ found }) => found !== null).length / evidence.length;

/** The share of the readings that answered which give a category. */
export function categoryVotes(opinions: readonly Opinion[]): ReadonlyMap<string, number> {
  const answered = opinions.filter(({ failure }) => failure === null);
  const votes = new Map<string, number>();
  for (const { category } of answered) {
    if (category !== null) votes.set(category, (votes.get(category) ?? 0) + 1 / answered.length);
  }
  return votes;
}
