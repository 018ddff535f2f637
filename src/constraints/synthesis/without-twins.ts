import { contentHash } from '../../base/hash.ts';
import { stableStringify } from '../../base/json.ts';
import type { Constraint } from '../../contracts/constraint.ts';

/** Constraints that check the same thing in the same way once: the first, for all the steps that any of them applies to. */
export function withoutTwins(constraints: readonly Constraint[]): {
  readonly kept: readonly Constraint[];
  readonly twins: readonly { readonly constraint: string; readonly as: string }[];
} {
  const byCheck = new Map<string, Constraint>();
  const twins: { constraint: string; as: string }[] = [];
  for (const constraint of constraints) {
    const { check, appliesTo, guard } = constraint;
    const same = contentHash(stableStringify([check, appliesTo, guard === null ? null : { ...guard, steps: null }]));
    const first = byCheck.get(same);
    if (first === undefined) byCheck.set(same, constraint);
    else {
      twins.push({ constraint: constraint.id, as: first.id });
      byCheck.set(same, { ...first, guard: joined(first.guard, guard) });
    }
  }
  return { kept: [...byCheck.values()], twins };
}

function joined(one: Constraint['guard'], other: Constraint['guard']): Constraint['guard'] {
  if (one === null || other === null) return null;
  if (one.steps === null || other.steps === null) return { ...one, steps: null };
  return { ...one, steps: [...one.steps, ...other.steps] };
}
