import { AppError } from '../base/errors.ts';
import { checkConstraints } from '../constraints/checking/check-constraints.ts';
import { checkRules } from '../constraints/checking/check-rules.ts';
import { librariesOf } from '../constraints/packs/read-pack.ts';
import {
  type CheckedRun,
  type ConstraintCheck,
  gatherCheck,
} from '../constraints/regression-tests/constraint-check.ts';
import { RULES } from '../constraints/rules/index.ts';
import type { Constraint } from '../contracts/constraint.ts';
import type { ConstraintPack } from '../contracts/constraint-pack.ts';
import type { Trajectory } from '../contracts/trajectory.ts';
import { buildGraph } from '../graph/build-graph.ts';
import { indexTrajectory } from '../trajectory/index-trajectory.ts';
import { asStagesSeeIt } from './run-pipeline.ts';
import type { ConstraintOptions } from './run-with-constraints.ts';

export interface CheckTrajectoriesOptions extends Pick<ConstraintOptions, 'sandbox' | 'signal'> {
  readonly packs?: readonly ConstraintPack[];
  /** Rules by name, or all of them; left out = none. */
  readonly rules?: readonly string[] | 'all';
}

/**
 * Holds runs against constraints and says what came of each of them, without asking which step broke the run. What
 * calibration says is not asked either: a constraint that is pruned runs too.
 * @throws AppError RULE_UNKNOWN; PACK_INVALID where two packs have a constraint of one id
 */
export async function checkTrajectories(
  trajectories: Iterable<Trajectory> | AsyncIterable<Trajectory>,
  { packs = [], rules = [], ...options }: CheckTrajectoriesOptions,
): Promise<readonly ConstraintCheck[]> {
  const constraints = packs.flatMap((pack) => pack.constraints).map(uncalibrated);
  const ids = new Set<string>();
  for (const { id } of constraints) {
    if (ids.has(id)) throw new AppError('PACK_INVALID', `two constraints have the id ${id}`);
    ids.add(id);
  }
  // The name of a rule means the constraint where a pack has one of that name.
  const asked = rulesOf(rules).filter(({ id }) => !ids.has(id));
  const libraries = librariesOf(packs);
  const runs: CheckedRun[] = [];
  for await (const given of trajectories) {
    const trajectory = asStagesSeeIt(given, {});
    const index = indexTrajectory(trajectory);
    const { outcomes } = await checkConstraints({ ...options, index, constraints, libraries });
    runs.push({ trajectory, outcomes: asked.length === 0 ? outcomes : [...outcomes, ...ruleOutcomes()] });

    function ruleOutcomes() {
      const madeFrom = { trajectory: '', graph: '' };
      const graph = buildGraph(index, madeFrom);
      return checkRules({
        trajectory,
        graph,
        index,
        madeFrom,
        rules: Object.fromEntries(asked.map((rule) => [rule.id, rule])),
      }).outcomes;
    }
  }
  return [...constraints, ...asked].map((one) => gatherCheck(one, runs));
}

function rulesOf(names: readonly string[] | 'all') {
  if (names === 'all') return Object.values(RULES);
  return names.map((name) => {
    const rule = Object.hasOwn(RULES, name) ? RULES[name] : undefined;
    if (rule === undefined) throw new AppError('RULE_UNKNOWN', `no rule "${name}"`);
    return rule;
  });
}

/** A constraint as it was before anybody calibrated it, so that one that was pruned runs. */
export const uncalibrated = ({ calibration: _, ...constraint }: Constraint): Constraint => constraint;
