import { type CheckConstraintsInput, checkConstraints } from '../constraints/checking/check-constraints.ts';
import type { Run } from '../contracts/run.ts';
import type { Trajectory } from '../contracts/trajectory.ts';
import { indexTrajectory } from '../trajectory/index-trajectory.ts';
import { asStagesSeeIt, type PipelineOptions, runStages } from './run-pipeline.ts';

export type ConstraintOptions = Omit<CheckConstraintsInput, 'index'>;

/** Diagnoses one trajectory with constraints of packs, tools or models beside the rules. */
export async function runWithConstraints(
  input: Trajectory,
  constraints: ConstraintOptions,
  options: PipelineOptions = {},
): Promise<Run> {
  const start = options.now?.() ?? null;
  const index = indexTrajectory(asStagesSeeIt(input, options));
  const findings = await checkConstraints({ ...constraints, index });
  return runStages(input, index, options, { start, findings });
}
