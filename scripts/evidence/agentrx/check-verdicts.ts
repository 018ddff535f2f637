import { agentrxIr, agentrxStepFacts } from '../../../src/constraints/agentrx/ir-view.ts';
import { compileGuard, matchGuards } from '../../../src/constraints/guards/guard-index.ts';
import type { Constraint } from '../../../src/contracts/constraint.ts';
import type { Sandbox } from '../../../src/contracts/sandbox.ts';
import type { Trajectory } from '../../../src/contracts/trajectory.ts';

/** What one check said at one step. */
export interface StepVerdict {
  readonly id: string;
  /** From 0. */
  readonly position: number;
  /** Null: undecided, or an error. */
  readonly holds: boolean | null;
  readonly error: string | null;
}

/** The calls that the guards of constraints over AgentRx's view ask for in a run; what is wrong with a guard throws. */
export function callsOf(constraints: readonly Constraint[], trajectory: Trajectory) {
  const guards = new Map();
  for (const constraint of constraints) {
    if (constraint.check.language !== 'python') continue;
    const compiled = compileGuard(constraint.guard);
    if (!compiled.ok) throw new Error(`${constraint.id}: ${compiled.error}`);
    guards.set(constraint, compiled.value);
  }
  return [...matchGuards(guards, agentrxStepFacts(trajectory))].flatMap(([{ id }, { positions }]) =>
    positions.map((position) => ({ checkId: id, position })),
  );
}

/** Runs the Python checks of constraints at every step that their guards let pass: one verdict for each call. */
export async function checkVerdicts(
  sandbox: Sandbox,
  constraints: readonly Constraint[],
  trajectory: Trajectory,
): Promise<readonly StepVerdict[]> {
  sandbox.define(
    constraints.flatMap(({ id, check }) =>
      check.language === 'python' ? [{ id, source: check.source, functionName: check.functionName ?? null }] : [],
    ),
  );
  sandbox.load(agentrxIr(trajectory));
  const calls = callsOf(constraints, trajectory);
  const results = await sandbox.run(calls);
  return calls.map(({ checkId, position }, at): StepVerdict => {
    const result = results[at];
    if (result?.kind === 'value') return { id: checkId, position, holds: result.value.holds, error: null };
    return {
      id: checkId,
      position,
      holds: null,
      error: result === undefined ? 'no result' : `${result.reason}: ${result.message}`,
    };
  });
}
