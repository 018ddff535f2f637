import type { Constraint } from '../../contracts/constraint.ts';

/** Longest sentence of a constraint that is shown, in characters. */
const MAX_SENTENCE = 2_000;

/** A constraint as a model is shown it: what must hold, then its criteria by number. To be fenced. */
export function constraintText({ description, check }: Constraint): string {
  const criteria = check.language === 'rubric' ? check.criteria : [];
  return [
    description.slice(0, MAX_SENTENCE),
    ...criteria.map((criterion, at) => `${at + 1}. ${criterion.slice(0, MAX_SENTENCE)}`),
  ].join('\n');
}
