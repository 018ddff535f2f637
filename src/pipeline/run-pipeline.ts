import { artifactHash } from '../base/hash.ts';
import type { ConstraintFindings } from '../constraints/checking/check-constraints.ts';
import { checkRules } from '../constraints/checking/check-rules.ts';
import type { MarkerName } from '../contracts/judgment.ts';
import type { Run } from '../contracts/run.ts';
import type { Trajectory } from '../contracts/trajectory.ts';
import { buildDiagnosis } from '../diagnosis/build-diagnosis.ts';
import { buildGraph } from '../graph/build-graph.ts';
import { judgeEmbedded } from '../judges/embedded/judge.ts';
import { indexTrajectory, type TrajectoryIndex } from '../trajectory/index-trajectory.ts';

export interface PipelineOptions {
  /** The marker that leads. */
  readonly target?: MarkerName;
  /** How the run ended, where the caller knows better than the trace; `trace` = what the trace says. */
  readonly outcome?: 'trace' | 'failed' | 'succeeded';
  /** Lets stages read `trajectory.gold`. */
  readonly reference?: boolean;
  /** Clock in milliseconds, for the duration in `cost`; not measured where absent. */
  readonly now?: () => number;
}

/** Diagnoses one trajectory without a model: the only place that knows the order of the stages. */
export function runPipeline(input: Trajectory, options: PipelineOptions = {}): Run {
  const start = options.now?.() ?? null;
  return runStages(input, indexTrajectory(asStagesSeeIt(input, options)), options, { start, findings: null });
}

/** The stages after the index, which constraints need too. `start` = when the work on the trajectory began. */
export function runStages(
  input: Trajectory,
  index: TrajectoryIndex,
  { target = 'critical', reference = false, now }: PipelineOptions,
  { start, findings }: { readonly start: number | null; readonly findings: ConstraintFindings | null },
): Run {
  const { trajectory } = index;
  const hashes = { trajectory: artifactHash(trajectory) };
  const graph = buildGraph(index, hashes);
  const graphHash = artifactHash(graph);
  const validationLog = checkRules({ trajectory, graph, index, madeFrom: { ...hashes, graph: graphHash }, findings });
  const logHash = artifactHash(validationLog);
  const madeFrom = { ...hashes, graph: graphHash, validationLog: logHash };
  const judgment = judgeEmbedded({ index, graph, validationLog, madeFrom });
  const diagnosis = buildDiagnosis({
    index,
    graph,
    validationLog,
    judgment,
    target,
    usedReference: reference,
    durationMs: start === null || now === undefined ? null : now() - start,
    madeFrom: { ...madeFrom, judgment: artifactHash(judgment) },
  });
  return { kind: 'run', schemaVersion: 1, trajectory: input, graph, validationLog, judgments: [judgment], diagnosis };
}

/** The one gate before the stages: gold is not merely left unread, it is not there. */
export const asStagesSeeIt = (
  input: Trajectory,
  { outcome = 'trace', reference = false }: Pick<PipelineOptions, 'outcome' | 'reference'>,
): Trajectory => ({
  ...input,
  gold: reference ? input.gold : null,
  outcome: outcome === 'trace' ? input.outcome : { status: outcome, reward: null, reason: `you said ${outcome}` },
});
