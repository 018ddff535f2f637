import { checkConstraints } from '../constraints/checking/check-constraints.ts';
import { librariesOf } from '../constraints/packs/read-pack.ts';
import type { ConstraintPack } from '../contracts/constraint-pack.ts';
import type { Candidate } from '../contracts/judgment.ts';
import type { Opinion } from '../contracts/opinion.ts';
import type { Run } from '../contracts/run.ts';
import type { Trajectory } from '../contracts/trajectory.ts';
import { judgeEmbedded } from '../judges/embedded/judge.ts';
import { indexTrajectory, type TrajectoryIndex } from '../trajectory/index-trajectory.ts';
import { asStagesSeeIt, type CheckedRun, checkStages, concludeRun, type PipelineOptions } from './run-pipeline.ts';
import type { ConstraintOptions } from './run-with-constraints.ts';

/** Constraints that a model wrote for one run. */
export interface WrittenConstraints {
  readonly packs: readonly ConstraintPack[];
  /** What could not be used, in words. */
  readonly notes: readonly string[];
}

/** What of a run is asked of models; each part may be left out. */
export interface ModelStages {
  /** Writes constraints for a run; null = none are written. */
  readonly write: ((index: TrajectoryIndex) => Promise<WrittenConstraints>) | null;
  /** Reads a run; null = no model judges. */
  readonly read: ((run: CheckedRun, candidates: readonly Candidate[]) => Promise<readonly Opinion[]>) | null;
  /** The run is read only where the embedded judge's best step has a smaller share than this; above 1 = always. */
  readonly askBelow: number;
  /** What was asked so far for this run. */
  readonly cost: () => { readonly modelCalls: number; readonly usd: number | null };
}

/**
 * Diagnoses one trajectory with models where they are of use: constraints written for it, checks that only a reader can
 * make, and a judge that is asked where the embedded one is not sure (the cascade). What a model says is weighed with
 * the rest, never taken over. A run that succeeded, or that the embedded judge is sure of, costs no reading.
 */
export async function runWithModels(
  input: Trajectory,
  { constraints, stages }: { readonly constraints: ConstraintOptions; readonly stages: ModelStages },
  options: PipelineOptions = {},
): Promise<Run> {
  const start = options.now?.() ?? null;
  const index = indexTrajectory(asStagesSeeIt(input, options));
  const written = (await stages.write?.(index)) ?? { packs: [], notes: [] };
  const findings = await checkConstraints({
    ...constraints,
    index,
    constraints: [...constraints.constraints, ...written.packs.flatMap((pack) => pack.constraints)],
    libraries: new Map([...(constraints.libraries ?? []), ...librariesOf(written.packs)]),
  });
  const checked = checkStages(index, findings);
  const alone = judgeEmbedded(checked);
  const notes = [...written.notes];
  const share = alone.candidates[0]?.share ?? 0;
  let opinions: readonly Opinion[] = [];
  if (stages.read !== null) {
    const { status } = index.trajectory.outcome;
    if (status === 'succeeded') notes.push('no model was asked which step broke it: the run succeeded');
    else if (share >= stages.askBelow && alone.abstained === null) {
      notes.push(
        `no model was asked which step broke it: the best step has ${percent(share)} of the score, and ${percent(stages.askBelow)} is enough`,
      );
    } else opinions = await stages.read(checked, alone.candidates);
  }
  const fused = opinions.length === 0 ? [] : [judgeEmbedded({ ...checked, opinions })];
  return concludeRun(input, checked, options, { start, judgments: [alone, ...fused], cost: stages.cost(), notes });
}

const percent = (share: number): string => `${Math.round(100 * share)} %`;
