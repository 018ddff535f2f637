import type { ReasoningActionGraph } from '../contracts/graph.ts';
import { reachable } from '../trajectory/reachable.ts';

export interface GraphSelection {
  /** Keeps what this step rests on, and what rests on it; null = every step. */
  readonly around: number | null;
  readonly edges: 'all' | 'data' | 'control';
}

/** The part of a graph that is asked for. Linear in its size: edges run forward, so one sweep each way is enough. */
export function selectGraph(graph: ReasoningActionGraph, { around, edges }: GraphSelection): ReasoningActionGraph {
  const kept = edges === 'all' ? graph.edges : graph.edges.filter((edge) => edge.kind === edges);
  if (around === null) return { ...graph, edges: kept };
  // Along order every step would rest on every earlier one; it counts beside the step itself alone.
  const carrying = kept.filter(({ from, to, carrier }) => carrier.type !== 'order' || from === around || to === around);
  const cone = new Set([...reachable(carrying, around, 'from'), ...reachable(carrying, around, 'to')]);
  return {
    ...graph,
    nodes: graph.nodes.filter(({ position }) => cone.has(position)),
    edges: carrying.filter(({ from, to }) => cone.has(from) && cone.has(to)),
    ungrounded: graph.ungrounded.filter(({ position }) => cone.has(position)),
    recoveries: graph.recoveries.filter(({ failedPosition }) => cone.has(failedPosition)),
  };
}
