import type { Constraint } from '../../contracts/constraint.ts';
import type { ReasoningActionGraph } from '../../contracts/graph.ts';
import type { ValidationLog } from '../../contracts/validation-log.ts';
import type { CallRecord, TrajectoryIndex } from '../../trajectory/index-trajectory.ts';
import { type Act, actsOf } from '../../trajectory/step-loop/act.ts';
import { findStepLoops, type StepLoop } from '../../trajectory/step-loop/find-step-loops.ts';
import { type RunView, viewRun } from '../embedded/features/run-view.ts';

/** What the invariants look at: the view of the run that the embedded judge has, and its loops. Made in one pass. */
export interface InvariantView extends RunView {
  readonly log: ValidationLog;
  readonly constraintById: ReadonlyMap<string, Constraint>;
  readonly acts: readonly Act[];
  readonly loops: readonly StepLoop[];
  /** The calls of a step, none where it makes none. */
  readonly callsAt: (position: number) => readonly CallRecord[];
  /** Position of the last step of an agent; -1 where there is none. */
  readonly lastAgentStep: number;
  /** Position of the first tool result; Infinity where there is none. */
  readonly firstResult: number;
  /** Step that made the failed call of a step good, by the step that called; null = never. */
  readonly madeGoodAt: ReadonlyMap<number, number | null>;
  /** Events that a violation quotes: what happened there is told already. */
  readonly quotedEvents: ReadonlySet<string>;
  /** Number of acts with the same tools among the six before the act at a position. */
  readonly alikeBefore: ReadonlyMap<number, number>;
}

const LOOK_BACK = 6;
const NONE: readonly CallRecord[] = [];

export function viewForInvariants(
  index: TrajectoryIndex,
  graph: ReasoningActionGraph,
  log: ValidationLog,
): InvariantView {
  const acts = actsOf(index);
  const run = viewRun(index, graph, log);
  return {
    ...run,
    log,
    constraintById: new Map(log.constraints.map((constraint) => [constraint.id, constraint])),
    acts,
    loops: findStepLoops(index, { acts }),
    callsAt: (position) => run.callsByStep.get(position) ?? NONE,
    lastAgentStep: run.steps.findLast(({ role }) => role === 'agent')?.position ?? -1,
    firstResult:
      run.steps.find((step) => step.role === 'tool' || step.events.some(({ kind }) => kind === 'tool-result'))
        ?.position ?? Number.POSITIVE_INFINITY,
    madeGoodAt: new Map(graph.recoveries.map((one) => [one.actedPosition, one.recoveredPosition])),
    quotedEvents: new Set(run.violations.flatMap(({ evidence }) => evidence.map(({ eventId }) => eventId))),
    alikeBefore: new Map(
      acts.map((act, at) => [
        act.step.position,
        acts.slice(Math.max(0, at - LOOK_BACK), at).filter(({ shape }) => shape === act.shape).length,
      ]),
    ),
  };
}
