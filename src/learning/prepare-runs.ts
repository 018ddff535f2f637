import type { LabelledRun } from '../bench/datasets/dataset.ts';
import { type FeatureRow, featureReader } from '../judges/embedded/features/index.ts';
import { type RunShape, type RunView, viewRun } from '../judges/embedded/features/run-view.ts';
import { runPipeline } from '../pipeline/run-pipeline.ts';
import { indexTrajectory } from '../trajectory/index-trajectory.ts';

export interface PreparedRun {
  readonly run: LabelledRun;
  readonly shape: RunShape;
  readonly impossible: RunView['impossible'];
  /** Steps that may be blamed. */
  readonly positions: readonly number[];
  readonly rows: readonly FeatureRow[];
}

/** Runs the stages before the judge and keeps each step's features. Labels play no part in it. */
export function prepareRun(run: LabelledRun): PreparedRun {
  const { graph, validationLog } = runPipeline(run.trajectory);
  const view = viewRun(indexTrajectory({ ...run.trajectory, gold: null }), graph, validationLog);
  const positions = view.steps.filter((step) => step.role !== 'system').map((step) => step.position);
  const rowAt = featureReader(view);
  return {
    run,
    shape: view.shape,
    impossible: view.impossible,
    positions,
    rows: view.steps.map((step) => rowAt(step.position)),
  };
}
