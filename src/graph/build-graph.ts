import type { GraphEdge, ReasoningActionGraph } from '../contracts/graph.ts';
import type { TrajectoryIndex } from '../trajectory/index-trajectory.ts';

/** Builds the Reasoning-Action Graph of a trajectory without a model. */
export function buildGraph(index: TrajectoryIndex, madeFrom: ReasoningActionGraph['madeFrom']): ReasoningActionGraph {
  const { trajectory } = index;
  const edges: GraphEdge[] = [];
  return {
    kind: 'reasoning-action-graph',
    schemaVersion: 1,
    trajectoryId: trajectory.id,
    madeFrom,
    nodes: trajectory.steps.map((step) => ({
      stepId: step.id,
      position: step.position,
      role: step.role === 'user' ? 'user' : step.role === 'tool' ? 'observation' : 'reasoning',
      action: null,
      isr: { intent: '', action: '', signal: '' },
    })),
    edges,
    ungrounded: [],
    recoveries: [],
  };
}
