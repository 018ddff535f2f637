import type { ReasoningActionGraph } from '../contracts/graph.ts';
import type { TrajectoryIndex } from '../trajectory/index-trajectory.ts';
import { controlEdges } from './control-edges.ts';
import { buildNodes } from './isr.ts';
import { traceProvenance } from './provenance.ts';
import { analyseRecovery } from './recovery.ts';

/**
 * Builds the Reasoning-Action Graph of a trajectory (AgentScope) without a model: control edges from structure, data
 * edges from values that re-occur. Every edge runs forward in step order, so the graph is acyclic.
 */
export function buildGraph(index: TrajectoryIndex, madeFrom: ReasoningActionGraph['madeFrom']): ReasoningActionGraph {
  const { edges, ungrounded } = traceProvenance(index);
  return {
    kind: 'reasoning-action-graph',
    schemaVersion: 1,
    trajectoryId: index.trajectory.id,
    madeFrom,
    nodes: buildNodes(index),
    edges: [...controlEdges(index), ...edges].sort((a, b) => a.to - b.to || a.from - b.from),
    ungrounded,
    recoveries: analyseRecovery(index),
  };
}
