import type { GraphEdge } from '../contracts/graph.ts';
import type { CallRecord, TrajectoryIndex } from '../trajectory/index-trajectory.ts';

/** Edges that say what led to a step being taken: order, call to result, handoff, plan to act, retry, parent. */
export function controlEdges(index: TrajectoryIndex): GraphEdge[] {
  const { steps } = index.trajectory;
  const edges: GraphEdge[] = [];
  const add = (from: number, to: number, carrier: GraphEdge['carrier']) => {
    if (from < to) edges.push({ from, to, kind: 'control', carrier });
  };
  const positionById = new Map(steps.map((step) => [step.id, step.position]));
  for (const step of steps) {
    if (step.position > 0) add(step.position - 1, step.position, { type: 'order' });
    const parent = step.parentId === null ? undefined : positionById.get(step.parentId);
    if (parent !== undefined) add(parent, step.position, { type: 'parent' });
  }
  const lastFailed = new Map<string, CallRecord>();
  for (const record of index.calls) {
    if (record.resultStep !== null) {
      add(record.step.position, record.resultStep.position, { type: 'call-result', callId: record.call.callId });
    }
    const failed = lastFailed.get(record.call.name);
    if (failed !== undefined)
      add(failed.step.position, record.step.position, { type: 'retry', tool: record.call.name });
    if (record.failure === null) lastFailed.delete(record.call.name);
    else lastFailed.set(record.call.name, record);
  }
  addAwaited(index, add);
  return edges;
}

/** A handoff leads to the next step of the agent it names, a plan to the next step that acts. */
function addAwaited(
  index: TrajectoryIndex,
  add: (from: number, to: number, carrier: GraphEdge['carrier']) => void,
): void {
  const awaited = new Map<string, { position: number; to: string }>();
  let plan: number | null = null;
  for (const step of index.trajectory.steps) {
    const handoff = awaited.get(step.agent.toLowerCase());
    if (handoff !== undefined) {
      add(handoff.position, step.position, { type: 'handoff', to: handoff.to });
      awaited.delete(step.agent.toLowerCase());
    }
    const acts = step.events.some((event) => event.kind === 'tool-call' || event.kind === 'handoff');
    if (plan !== null && acts) {
      add(plan, step.position, { type: 'plan' });
      plan = null;
    }
    for (const event of step.events) {
      if (event.kind === 'handoff') awaited.set(event.to.toLowerCase(), { position: step.position, to: event.to });
      else if (event.kind === 'plan') plan = step.position;
    }
  }
}
