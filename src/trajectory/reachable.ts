import type { GraphEdge } from '../contracts/graph.ts';

/**
 * Steps that lie behind a step (`from`) or come of it (`to`) along the given edges, itself counted. Linear in the edges.
 */
export function reachable(edges: readonly GraphEdge[], position: number, towards: 'from' | 'to'): ReadonlySet<number> {
  const away = towards === 'from' ? 'to' : 'from';
  const next = new Map<number, number[]>();
  for (const edge of edges) {
    const list = next.get(edge[away]);
    if (list === undefined) next.set(edge[away], [edge[towards]]);
    else list.push(edge[towards]);
  }
  const found = new Set([position]);
  for (const one of found) for (const other of next.get(one) ?? []) found.add(other);
  return found;
}
