import { own } from '../../base/json.ts';
import type { GraphEdge, ReasoningActionGraph } from '../../contracts/graph.ts';

/** What an edge carries, in words; a value stands in quotes. */
export function carrierWords({ carrier }: GraphEdge): string {
  switch (carrier.type) {
    case 'value':
      return `"${carrier.value}"`;
    case 'order':
      return 'next step';
    case 'call-result':
      return 'result of the call';
    case 'handoff':
      return `handoff to ${carrier.to}`;
    case 'plan':
      return 'plan';
    case 'retry':
      return `retry of ${carrier.tool}`;
    case 'parent':
      return 'sub-step';
  }
}

/** For a path whose edge the graph does not have. */
const TYPE_WORDS: Readonly<Record<string, string>> = {
  order: 'next step',
  'call-result': 'result of the call',
  parent: 'sub-step',
};

/** What led from one step of a causal path to the next: the graph's own edge where it has one, else the path's word. */
export function viaWords(graph: ReasoningActionGraph, from: number, to: number, via: string): string {
  let words: string | null = null;
  for (const edge of graph.edges) {
    if (edge.from !== from || edge.to !== to) continue;
    const carried = edge.carrier.type === 'value' ? edge.carrier.value : edge.carrier.type;
    if (carried === via) return carrierWords(edge);
    words ??= via === '' ? carrierWords(edge) : null;
  }
  const named = own(TYPE_WORDS, via);
  return words ?? (typeof named === 'string' ? named : via);
}
