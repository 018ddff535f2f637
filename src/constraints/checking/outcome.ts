import type { CheckOutcome } from '../../contracts/validation-log.ts';

/** An outcome that blames no step: it speaks for `checked` places. */
export const unplaced = (
  constraint: { readonly id: string },
  status: CheckOutcome['status'],
  message: string,
  checked = 1,
): CheckOutcome => ({
  constraintId: constraint.id,
  status,
  stepId: null,
  position: null,
  message,
  evidence: [],
  recoveredPosition: null,
  checked,
});
