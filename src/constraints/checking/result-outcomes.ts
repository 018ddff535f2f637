import type { CheckOutcome } from '../../contracts/validation-log.ts';
import type { RuleResult, Violation } from '../rules/rule.ts';
import { unplaced } from './outcome.ts';

/** What a rule, or a check that works like one, found, as outcomes of a constraint: violations one by one, then the rest. */
export function outcomesOfResult(id: string, { checked, violations, undecided }: RuleResult): readonly CheckOutcome[] {
  const outcomes = violations.map((violation) => violated(id, violation));
  const unclear = undecided?.count ?? 0;
  if (undecided !== undefined) outcomes.push(unplaced({ id }, 'undecided', undecided.reason, unclear));
  const satisfied = checked - violations.length - unclear;
  if (satisfied > 0) outcomes.push(unplaced({ id }, 'satisfied', 'holds', satisfied));
  if (outcomes.length === 0) {
    outcomes.push(unplaced({ id }, 'not-applicable', 'nothing in the trajectory to check', 0));
  }
  return outcomes;
}

const violated = (id: string, { step, message, evidence, recoveredPosition }: Violation): CheckOutcome => ({
  constraintId: id,
  status: 'violated',
  stepId: step.id,
  position: step.position,
  message,
  evidence: [...evidence],
  recoveredPosition: recoveredPosition ?? null,
  checked: 1,
});
