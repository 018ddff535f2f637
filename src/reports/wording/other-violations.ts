import type { Diagnosis } from '../../contracts/diagnosis.ts';

type Violation = Diagnosis['violations'][number];

/** Violations of one constraint that do not stand at the leading step. */
export interface ViolationGroup {
  readonly constraintId: string;
  readonly first: Violation;
  readonly positions: readonly number[];
  readonly count: number;
  readonly recovered: number;
}

/** Every violation outside `leadPosition`, grouped by constraint, in order of first appearance. */
export function otherViolations(diagnosis: Diagnosis, leadPosition: number | null): ViolationGroup[] {
  const groups = new Map<string, Violation[]>();
  for (const violation of diagnosis.violations) {
    if (leadPosition !== null && violation.position === leadPosition) continue;
    const group = groups.get(violation.constraintId);
    if (group === undefined) groups.set(violation.constraintId, [violation]);
    else group.push(violation);
  }
  return [...groups].flatMap(([constraintId, violations]) => {
    const first = violations[0];
    if (first === undefined) return [];
    return [
      {
        constraintId,
        first,
        positions: violations.flatMap(({ position }) => (position === null ? [] : [position])),
        count: violations.length,
        recovered: violations.filter((one) => one.recoveredPosition !== null).length,
      },
    ];
  });
}
