import { CATEGORY_DEFAULTS } from '../../taxonomy/crosswalk.ts';
import type { Mode } from '../../taxonomy/modes.ts';
import type { Finding, Invariant } from './invariant.ts';
import type { InvariantView } from './view.ts';

/** Where an invariant does not hold: violations of the constraints that point to its mode, and what it sees by itself. */
export function findBroken(invariant: Invariant, view: InvariantView): readonly Finding[] {
  const violated = violationsOf(invariant.mode, view);
  const known = new Set(violated.map(({ position }) => position));
  // What a constraint says of a step is not said once more by the invariant.
  const seen = invariant.find(view).filter(({ position }) => !known.has(position));
  return [
    ...violated,
    ...seen.map((one) => ({
      recoveredPosition: null,
      category: invariant.category,
      ...one,
      mode: invariant.mode,
      constraintId: null,
    })),
  ].sort((a, b) => a.position - b.position);
}

function violationsOf(mode: Mode, view: InvariantView): readonly Finding[] {
  return view.violations.flatMap((outcome): Finding[] => {
    const constraint = view.constraintById.get(outcome.constraintId);
    if (constraint === undefined || outcome.position === null) return [];
    if ((constraint.mode ?? CATEGORY_DEFAULTS[constraint.category].mode) !== mode) return [];
    return [
      {
        mode,
        category: constraint.category,
        position: outcome.position,
        severity: constraint.severity,
        reason: outcome.message,
        evidence: outcome.evidence,
        recoveredPosition: outcome.recoveredPosition,
        constraintId: outcome.constraintId,
      },
    ];
  });
}
