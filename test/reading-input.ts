import type { ModelClient } from '../src/contracts/model.ts';
import type { Trajectory } from '../src/contracts/trajectory.ts';
import { FULL_CONTEXT, type ReadingInput } from '../src/judges/llm/llm-judge.ts';
import { asStagesSeeIt, runPipeline } from '../src/pipeline/run-pipeline.ts';
import { indexTrajectory } from '../src/trajectory/index-trajectory.ts';

/** What a judge gets of a trajectory, made by the real stages before it. */
export function readingInput(
  trajectory: Trajectory,
  client: ModelClient,
  more: Partial<ReadingInput> = {},
): ReadingInput & { readonly madeFrom: { trajectory: string; graph: string; validationLog: string } } {
  const reference = more.context?.reference ?? false;
  const { graph, validationLog, judgments } = runPipeline(trajectory, { reference });
  const [judgment] = judgments;
  if (judgment === undefined) throw new Error('the pipeline gave no judgment');
  return {
    index: indexTrajectory(asStagesSeeIt(trajectory, { reference })),
    graph,
    validationLog,
    candidates: judgment.candidates,
    madeFrom: judgment.madeFrom,
    context: FULL_CONTEXT,
    shortlist: null,
    client,
    sampleIndex: 0,
    ...more,
  };
}
