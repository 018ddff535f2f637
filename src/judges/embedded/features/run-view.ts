import type { Severity } from '../../../contracts/constraint.ts';
import type { GraphEdge, ReasoningActionGraph } from '../../../contracts/graph.ts';
import type { Step } from '../../../contracts/trajectory.ts';
import type { CheckOutcome, ValidationLog } from '../../../contracts/validation-log.ts';
import type { Category } from '../../../taxonomy/categories.ts';
import type { CallRecord, TrajectoryIndex } from '../../../trajectory/index-trajectory.ts';

/** Shapes of a run that change what a feature means. Read from structure alone, never from names. */
export const RUN_SHAPES = ['dialogue', 'orchestrated', 'group', 'pipeline', 'solo'] as const;
export type RunShape = (typeof RUN_SHAPES)[number];

/** What every feature needs to know of the run as a whole; made in one pass, so that a step's features cost little. */
export interface RunView {
  readonly index: TrajectoryIndex;
  readonly graph: ReasoningActionGraph;
  readonly steps: readonly Step[];
  readonly shape: RunShape;
  /** Categories that nothing in the run can be: without tools and other agents, no output can be misread. */
  readonly impossible: ReadonlySet<Category>;
  /** Agents that hand work to others. */
  readonly coordinators: ReadonlySet<string>;
  readonly callsByStep: ReadonlyMap<number, readonly CallRecord[]>;
  readonly failuresByActor: ReadonlyMap<number, readonly CallRecord[]>;
  readonly violationsByStep: ReadonlyMap<number, readonly CheckOutcome[]>;
  readonly violations: readonly CheckOutcome[];
  /** Severity of each constraint that was checked. */
  readonly severity: ReadonlyMap<string, Severity>;
  /** Category that each constraint points to. */
  readonly category: ReadonlyMap<string, Category>;
  readonly dataOut: ReadonlyMap<number, readonly GraphEdge[]>;
  readonly dataIn: ReadonlyMap<number, readonly GraphEdge[]>;
  /** Position of the step that the run’s answer stands in; null where no agent answered. */
  readonly answerPosition: number | null;
  /** Steps that the last step or the answer rests on, along data edges, with their distance. */
  readonly behindAnswer: ReadonlyMap<number, number>;
  readonly unrecoveredActors: ReadonlySet<number>;
}

export function viewRun(index: TrajectoryIndex, graph: ReasoningActionGraph, log: ValidationLog): RunView {
  const { steps } = index.trajectory;
  const violations = log.outcomes.filter((outcome) => outcome.status === 'violated' && outcome.position !== null);
  const dataEdges = graph.edges.filter((edge) => edge.kind === 'data');
  const dataIn = groupBy(dataEdges, (edge) => edge.to);
  const answerPosition = index.finalAnswer?.step.position ?? null;
  return {
    index,
    graph,
    steps,
    shape: shapeOf(index),
    impossible: hasOutputs(index) ? NOTHING : NEED_OUTPUTS,
    coordinators: coordinatorsOf(steps),
    callsByStep: groupBy(index.calls, (record) => record.step.position),
    failuresByActor: groupBy(
      index.calls.filter((record) => record.failure !== null),
      (record) => record.step.position,
    ),
    violations,
    category: new Map(log.constraints.map((constraint) => [constraint.id, constraint.category])),
    severity: new Map(log.constraints.map((constraint) => [constraint.id, constraint.severity])),
    violationsByStep: groupBy(violations, (outcome) => outcome.position ?? -1),
    dataOut: groupBy(dataEdges, (edge) => edge.from),
    dataIn,
    answerPosition,
    behindAnswer: behind(dataIn, answerPosition ?? steps.length - 1),
    unrecoveredActors: new Set(
      graph.recoveries.filter((one) => one.recoveredPosition === null).map((one) => one.actedPosition),
    ),
  };
}

function shapeOf(index: TrajectoryIndex): RunShape {
  const { steps } = index.trajectory;
  const agents = new Set(steps.filter((step) => step.role === 'agent').map((step) => step.agent));
  if (steps.some((step) => step.events.some((event) => event.kind === 'handoff'))) return 'orchestrated';
  if (agents.size >= 3 && agents.size * 1.5 >= steps.length) return 'pipeline';
  if (agents.size >= 2) return 'group';
  const structured = index.calls.some((record) => !record.call.inferred);
  return structured && index.userMessages.length >= 2 ? 'dialogue' : 'solo';
}

const NEED_OUTPUTS: ReadonlySet<Category> = new Set(['misinterpretation-of-tool-output', 'invalid-invocation']);
const NOTHING: ReadonlySet<Category> = new Set();

/** Whether the run holds anything like a tool: calls, results, an environment, code, or an agent that another calls. */
function hasOutputs({ calls, trajectory: { steps } }: TrajectoryIndex): boolean {
  if (calls.length > 0 || steps.some(({ role }) => role === 'tool' || role === 'environment')) return true;
  return new Set(steps.flatMap(({ role, agent }) => (role === 'agent' ? [agent] : []))).size > 1;
}

function coordinatorsOf(steps: readonly Step[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const step of steps) if (step.events.some((event) => event.kind === 'handoff')) names.add(step.agent);
  return names;
}

function behind(dataIn: ReadonlyMap<number, readonly GraphEdge[]>, from: number): ReadonlyMap<number, number> {
  const distance = new Map<number, number>([[from, 0]]);
  // Edges run forward, so walking positions downwards meets every step after all that rest on it.
  for (let position = from; position >= 0; position--) {
    const here = distance.get(position);
    if (here === undefined) continue;
    for (const edge of dataIn.get(position) ?? []) {
      const known = distance.get(edge.from);
      if (known === undefined || here + 1 < known) distance.set(edge.from, here + 1);
    }
  }
  return distance;
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => number): ReadonlyMap<number, readonly T[]> {
  const groups = new Map<number, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}
