import type { Constraint } from '../../contracts/constraint.ts';
import type { ConstraintPack } from '../../contracts/constraint-pack.ts';
import { compileGuard } from '../guards/guard-index.ts';
import { impossiblePart, unknownRoles, unknownRoleWords } from '../guards/impossible-guard.ts';
import { safePattern } from '../json-schema/safe-pattern.ts';
import { schemaFaults } from '../json-schema/schema-faults.ts';

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
  const impossible = impossiblePart(constraint);
  if (impossible !== null) say('error', `guard${impossible.pointer} ${impossible.problem}`);
  else if (!compiled.ok) say('error', compiled.error);
  const roles = impossible === null ? unknownRoles(constraint) : [];
  if (roles.length > 0) say('note', `guard/role: ${unknownRoleWords(roles)}`);
  lintSchemas(constraint, say);
  const examples = constraint.examples ?? [];
  if (constraint.check.language !== 'rubric' && examples.length === 0) say('note', 'has no examples');
  else if (examples.length > 0 && examples.every(({ holds }) => holds)) say('note', 'has no example that violates it');
  if (constraint.clause === null && pack.clauses.length > 0) say('note', 'names no clause of the policy');
  return findings;
}

function lintSchemas({ check }: Constraint, say: (level: LintFinding['level'], message: string) => void): void {
  if (check.language !== 'json-schema') return;
  for (const key of ['schema', 'result'] as const) {
    if (check[key] == null) continue;
    for (const { pointer, problem, isFatal } of schemaFaults(check[key], patternProblem)) {
      say(
        isFatal ? 'error' : 'note',
        `check/${key}${pointer}: ${problem}${isFatal ? '' : '; what it says cannot be told'}`,
      );
    }
  }
}

function patternProblem(pattern: string): string | null {
  const compiled = safePattern(pattern);
  return typeof compiled === 'string' ? compiled : null;
}
