import { artifactHash } from '../base/hash.ts';
import type { ConstraintFindings } from '../constraints/checking/check-constraints.ts';
import { checkRules } from '../constraints/checking/check-rules.ts';
import type { ReasoningActionGraph } from '../contracts/graph.ts';
import type { Judgment, MarkerName } from '../contracts/judgment.ts';
import type { Run } from '../contracts/run.ts';
import type { Trajectory } from '../contracts/trajectory.ts';
import type { ValidationLog } from '../contracts/validation-log.ts';
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
  options: PipelineOptions,
  { start, findings }: { readonly start: number | null; readonly findings: ConstraintFindings | null },
): Run {
  const checked = checkStages(index, findings);
  const judgment = judgeEmbedded(checked);
  return concludeRun(input, checked, options, { start, judgments: [judgment], cost: null, notes: [] });
}

/** What the judges judge by. */
export interface CheckedRun {
  readonly index: TrajectoryIndex;
  readonly graph: ReasoningActionGraph;
  readonly validationLog: ValidationLog;
  readonly madeFrom: Judgment['madeFrom'];
}

/** Graph and validation log. */
export function checkStages(index: TrajectoryIndex, findings: ConstraintFindings | null): CheckedRun {
  const { trajectory } = index;
  const hashes = { trajectory: artifactHash(trajectory) };
  const graph = buildGraph(index, hashes);
  const graphHash = artifactHash(graph);
  const validationLog = checkRules({ trajectory, graph, index, madeFrom: { ...hashes, graph: graphHash }, findings });
  const madeFrom = { ...hashes, graph: graphHash, validationLog: artifactHash(validationLog) };
  return { index, graph, validationLog, madeFrom };
}

/** What came of a run beside its artifacts. */
export interface Conclusion {
  readonly start: number | null;
  /** The last one is the verdict. */
  readonly judgments: readonly [Judgment, ...Judgment[]];
  /** What models were asked; null = none. */
  readonly cost: { readonly modelCalls: number; readonly usd: number | null } | null;
  readonly notes: readonly string[];
}

/** The diagnosis by the last judgment, and the run with all of them. */
export function concludeRun(
  input: Trajectory,
  { index, graph, validationLog, madeFrom }: CheckedRun,
  { target = 'critical', reference = false, now }: PipelineOptions,
  { start, judgments, cost, notes }: Conclusion,
): Run {
  const judgment = judgments.at(-1) ?? judgments[0];
  const diagnosis = buildDiagnosis({
    index,
    graph,
    validationLog,
    judgment,
    target,
    usedReference: reference,
    durationMs: start === null || now === undefined ? null : now() - start,
    cost,
    notes,
    madeFrom: { ...madeFrom, judgment: artifactHash(judgment) },
  });
  return {
    kind: 'run',
    schemaVersion: 1,
    trajectory: input,
    graph,
    validationLog,
    judgments: [...judgments],
    diagnosis,
  };
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
