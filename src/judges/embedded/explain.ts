import type { CheckOutcome } from '../../contracts/validation-log.ts';
import type { Contribution } from './model.ts';

export interface Reason {
  readonly text: string;
  readonly contribution: number;
}

/** Features that only say where a step stands: one reason together, since alone each says little. */
const PLACE =
  /^(?:relative position|steps before|step \d|(?:agent|worker|user|code|call) turn|first turn of|same agent|role |last step|second last|third last|relative length|length rank|numbers$|coordinator$|answers only|words new)/;
const SMALLEST = 0.1;
const MOST = 8;

/** What spoke for and against a step, in words, largest first. The contributions still add up to the step's score. */
export function explain(contributions: readonly Contribution[], outcomes: readonly CheckOutcome[]): Reason[] {
  let place = 0;
  let rest = 0;
  const reasons: Reason[] = [];
  for (const { feature, contribution } of contributions) {
    if (PLACE.test(feature)) place += contribution;
    else if (Math.abs(contribution) < SMALLEST) rest += contribution;
    else reasons.push({ text: textOf(feature, outcomes), contribution });
  }
  if (place !== 0) reasons.push({ text: 'its place in the run: turn, role, length', contribution: place });
  reasons.sort((a, b) => Math.abs(b.contribution) - Math.abs(a.contribution));
  for (const { contribution } of reasons.splice(MOST)) rest += contribution;
  if (Math.abs(rest) >= 0.01) reasons.push({ text: 'smaller signs together', contribution: rest });
  return reasons.map((reason) => ({ ...reason, contribution: Math.round(reason.contribution * 100) / 100 }));
}

function textOf(feature: string, outcomes: readonly CheckOutcome[]): string {
  const id = /^violates ([a-z0-9-]+)/.exec(feature)?.[1];
  const outcome = outcomes.find((one) => one.constraintId === id);
  return id === undefined || outcome === undefined ? feature : `${id}: ${outcome.message}`;
}
