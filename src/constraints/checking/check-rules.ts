import type { Constraint } from '../../contracts/constraint.ts';
import type { ReasoningActionGraph } from '../../contracts/graph.ts';
import type { Trajectory } from '../../contracts/trajectory.ts';
import type { CheckOutcome, ValidationLog } from '../../contracts/validation-log.ts';
import type { TrajectoryIndex } from '../../trajectory/index-trajectory.ts';
import { RULES } from '../rules/index.ts';
import type { Rule, RuleContext } from '../rules/rule.ts';
import type { ConstraintFindings } from './check-constraints.ts';
import { unplaced } from './outcome.ts';
import { outcomesOfResult } from './result-outcomes.ts';
import { saidByTools, withoutDoubles } from './without-doubles.ts';

export interface CheckRulesInput {
  readonly trajectory: Trajectory;
  readonly graph: ReasoningActionGraph;
  readonly index: TrajectoryIndex;
  readonly madeFrom: ValidationLog['madeFrom'];
  readonly rules?: Readonly<Record<string, Rule>>;
  /** What constraints that are no rules found, to stand in the same log. */
  readonly findings?: ConstraintFindings | null;
}

/** Runs every rule over a trajectory and makes the validation log. A rule that throws becomes an outcome `error`; the others go on. */
export function checkRules({
  trajectory,
  graph,
  index,
  madeFrom,
  rules = RULES,
  findings = null,
}: CheckRulesInput): ValidationLog {
  const context: RuleContext = { trajectory, graph, index };
  const outcomes: CheckOutcome[] = [];
  const violated: CheckOutcome[] = [];
  const said = saidByTools(findings);
  for (const rule of Object.values(rules)) {
    for (const outcome of withoutDoubles(rule, checkOne(rule, context), said)) {
      (outcome.status === 'violated' ? violated : outcomes).push(outcome);
    }
  }
  for (const outcome of findings?.outcomes ?? []) (outcome.status === 'violated' ? violated : outcomes).push(outcome);
  violated.sort((a, b) => (a.position ?? 0) - (b.position ?? 0));
  const constraints = [...Object.values(rules).map(asConstraint), ...(findings?.constraints ?? [])];
  const count = (status: CheckOutcome['status']) =>
    new Set(outcomes.flatMap((outcome) => (outcome.status === status ? [outcome.constraintId] : []))).size;
  return {
    kind: 'validation-log',
    schemaVersion: 1,
    trajectoryId: trajectory.id,
    madeFrom,
    constraints,
    outcomes: [...violated, ...outcomes],
    summary: {
      constraints: constraints.length,
      satisfied: count('satisfied'),
      violated: violated.length,
      notApplicable: count('not-applicable'),
      undecided: count('undecided'),
      errors: count('error'),
    },
  };
}

function checkOne(rule: Rule, context: RuleContext): readonly CheckOutcome[] {
  try {
    return outcomesOfResult(rule.id, rule.evaluate(context));
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return [unplaced(rule, 'error', `the rule failed: ${message}`)];
  }
}

const asConstraint = (rule: Rule): Constraint => ({
  kind: 'constraint',
  schemaVersion: 1,
  id: rule.id,
  description: rule.description,
  scope: 'global',
  checkedBy: 'programmatic',
  appliesTo: rule.appliesTo,
  origin: 'rule',
  type: rule.type,
  category: rule.category,
  mode: rule.mode,
  severity: rule.severity,
  clause: null,
  guard: null,
  check: { language: 'builtin', ref: rule.id },
});
