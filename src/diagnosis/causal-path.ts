import type { ReasoningActionGraph } from '../contracts/graph.ts';

/** Shortest way along the graph's edges from one step to a later one, data edges first; empty where there is none. */
export function causalPath(graph: ReasoningActionGraph, from: number, to: number): { position: number; via: string }[] {
  if (to <= from) return [];
  const out = new Map<number, { to: number; via: string; cost: number }[]>();
  for (const edge of graph.edges) {
    if (edge.from < from || edge.to > to) continue;
    const via = edge.carrier.type === 'value' ? edge.carrier.value : edge.carrier.type;
    const cost = edge.kind === 'data' ? 1 : edge.carrier.type === 'order' ? 4 : 2;
    const list = out.get(edge.from);
    if (list === undefined) out.set(edge.from, [{ to: edge.to, via, cost }]);
    else list.push({ to: edge.to, via, cost });
  }
  // Edges only run forward, so one sweep in step order settles every distance.
  const best = new Map<number, { cost: number; previous: number; via: string }>([
    [from, { cost: 0, previous: -1, via: '' }],
  ]);
  for (let position = from; position <= to; position++) {
    const here = best.get(position);
    if (here === undefined) continue;
    for (const edge of out.get(position) ?? []) {
      const cost = here.cost + edge.cost;
      const known = best.get(edge.to);
      if (known === undefined || cost < known.cost) best.set(edge.to, { cost, previous: position, via: edge.via });
    }
  }
  const path: { position: number; via: string }[] = [];
  for (let position = to; position !== -1; ) {
    const here = best.get(position);
    if (here === undefined) return [];
    path.unshift({ position, via: here.via });
    position = here.previous;
  }
  return path;
}
