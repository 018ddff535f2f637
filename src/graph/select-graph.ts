import type { GraphEdge, ReasoningActionGraph } from '../contracts/graph.ts';

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
  const cone = new Set([...reached(carrying, around, 'from'), ...reached(carrying, around, 'to')]);
  return {
    ...graph,
    nodes: graph.nodes.filter(({ position }) => cone.has(position)),
    edges: carrying.filter(({ from, to }) => cone.has(from) && cone.has(to)),
    ungrounded: graph.ungrounded.filter(({ position }) => cone.has(position)),
    recoveries: graph.recoveries.filter(({ failedPosition }) => cone.has(failedPosition)),
  };
}

/** Steps that lie behind a step (`from`) or come of it (`to`), itself counted. */
function reached(edges: readonly GraphEdge[], start: number, towards: 'from' | 'to'): ReadonlySet<number> {
  const away = towards === 'from' ? 'to' : 'from';
  const next = new Map<number, number[]>();
  for (const edge of edges) {
    const list = next.get(edge[away]);
    if (list === undefined) next.set(edge[away], [edge[towards]]);
    else list.push(edge[towards]);
  }
  const found = new Set([start]);
  for (const position of found) for (const other of next.get(position) ?? []) found.add(other);
  return found;
}

/** How many of the given steps come of a step, along any edge that carries something: its blast radius. */
export function blastRadius(graph: ReasoningActionGraph, position: number, steps: readonly number[]): number {
  const carrying = graph.edges.filter((edge) => edge.carrier.type !== 'order');
  const after = reached(carrying, position, 'to');
  return steps.filter((step) => step !== position && after.has(step)).length;
}
