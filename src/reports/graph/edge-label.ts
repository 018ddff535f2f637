import { excerpt } from '../../base/text.ts';
import type { GraphEdge, GraphNode } from '../../contracts/graph.ts';

/** Parallel edges between two steps, drawn as one. */
export interface Bundle {
  readonly from: number;
  readonly to: number;
  readonly kind: GraphEdge['kind'];
  readonly label: string;
}

const MAX_LABEL = 40;

const labelOf = ({ carrier }: GraphEdge): string => {
  if (carrier.type === 'value') return carrier.value;
  if (carrier.type === 'retry') return `retry of ${carrier.tool}`;
  return carrier.type === 'call-result' ? 'result' : carrier.type;
};

/** Edges between the same two steps as one; a data edge says more than a control edge, and order says least. */
export function bundleEdges(edges: readonly GraphEdge[]): readonly Bundle[] {
  const groups = new Map<string, GraphEdge[]>();
  for (const edge of edges) {
    const key = `${edge.from} ${edge.to}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [edge]);
    else group.push(edge);
  }
  return [...groups.values()].flatMap((group): Bundle[] => {
    const said = group.filter(({ carrier }) => carrier.type !== 'order');
    const lead = said.find(({ kind }) => kind === 'data') ?? said[0] ?? group[0];
    if (lead === undefined) return [];
    const more = said.length > 1 ? ` +${said.length - 1}` : '';
    const label = said.length === 0 ? '' : `${excerpt(labelOf(lead), MAX_LABEL)}${more}`;
    return [{ from: lead.from, to: lead.to, kind: lead.kind, label }];
  });
}

/** What a node is called: its number as people see it, its role, and what it did. */
export const nodeLabel = (node: GraphNode, number: number | string, length: number): string =>
  `${number} ${node.role}: ${excerpt(node.action?.tool ?? (node.isr.action || node.isr.signal), length)}`;
