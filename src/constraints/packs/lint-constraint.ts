import type { Constraint, Guard } from '../../contracts/constraint.ts';
import type { ConstraintPack } from '../../contracts/constraint-pack.ts';
import { STEP_ROLES } from '../../contracts/trajectory.ts';
import { compileGuard } from '../guards/guard-index.ts';

export interface LintFinding {
  readonly constraintId: string;
  /** `error`: it cannot do what it is for; `note`: it may be meant so. */
  readonly level: 'error' | 'note';
  readonly message: string;
}

/** What can be said of a constraint without running it. */
export function lintConstraint(constraint: Constraint, pack: Pick<ConstraintPack, 'clauses'>): readonly LintFinding[] {
  const findings: LintFinding[] = [];
  const say = (level: LintFinding['level'], message: string): void => {
    findings.push({ constraintId: constraint.id, level, message });
  };
  const compiled = compileGuard(constraint.guard);
  if (!compiled.ok) say('error', compiled.error);
  const roles = rolesOf(constraint.guard);
  const known: readonly string[] = STEP_ROLES;
  if ((constraint.view ?? 'culprit') === 'culprit' && roles.length > 0 && !roles.some((role) => known.includes(role))) {
    say('error', `its guard can never match: no step has the role ${roles.join(' or ')}, only ${known.join(', ')}`);
  }
  const examples = constraint.examples ?? [];
  if (constraint.check.language !== 'rubric' && examples.length === 0) say('note', 'has no examples');
  else if (examples.length > 0 && examples.every(({ holds }) => holds)) say('note', 'has no example that violates it');
  if (constraint.clause === null && pack.clauses.length > 0) say('note', 'names no clause of the policy');
  return findings;
}

const rolesOf = (guard: Guard | null): readonly string[] =>
  guard === null || guard.role === null ? [] : typeof guard.role === 'string' ? [guard.role] : guard.role;
