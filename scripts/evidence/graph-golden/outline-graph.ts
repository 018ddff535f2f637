import { excerpt } from '../../../src/base/text.ts';
import type { GraphEdge, ReasoningActionGraph } from '../../../src/contracts/graph.ts';

const LENGTH = 90;

/**
 * A graph as a person reads it: each step with its role, what it did, and below it every edge that leads there. Order
 * edges are left out, for every step has one from the step before it; that they are all there is checked apart.
 */
export function outlineGraph(graph: ReasoningActionGraph): string {
  const into = new Map<number, GraphEdge[]>();
  for (const edge of graph.edges) {
    const list = into.get(edge.to);
    if (list === undefined) into.set(edge.to, [edge]);
    else list.push(edge);
  }
  const lines = graph.nodes.flatMap(({ position, role, action, isr }) => [
    `${position} ${role}: ${excerpt(action === null ? isr.action || isr.signal : `${action.tool} ${action.arguments}`, LENGTH)}`,
    ...linesOf(into.get(position) ?? []),
    ...graph.ungrounded
      .filter((one) => one.position === position)
      .map(({ value, usedAs }) => `    ungrounded ${usedAs}: ${excerpt(value, LENGTH)}`),
  ]);
  const recoveries = graph.recoveries.map(
    ({ failedPosition, actedPosition, recoveredPosition, how }) =>
      `failure of ${actedPosition}, seen at ${failedPosition}: ${recoveredPosition === null ? 'never made good' : `made good at ${recoveredPosition}`} (${how})`,
  );
  return `${[...lines, ...(recoveries.length === 0 ? [] : ['', ...recoveries])].join('\n')}\n`;
}

function linesOf(edges: readonly GraphEdge[]): string[] {
  const values = new Map<number, string[]>();
  const lines: string[] = [];
  for (const { from, carrier } of edges) {
    if (carrier.type === 'order') continue;
    if (carrier.type === 'value') values.set(from, [...(values.get(from) ?? []), excerpt(carrier.value, 50)]);
    else if (carrier.type === 'retry') lines.push(`    <- ${from} retry of ${carrier.tool}`);
    else lines.push(`    <- ${from} ${carrier.type}`);
  }
  return [...lines, ...[...values].map(([from, held]) => `    <- ${from} values: ${held.join(' | ')}`)];
}

/** Whether each step but the first has its order edge, from the step before. */
export const hasWholeOrder = (graph: ReasoningActionGraph): boolean => {
  const order = new Set(
    graph.edges.flatMap((edge) => (edge.carrier.type === 'order' ? [`${edge.from} ${edge.to}`] : [])),
  );
  return (
    order.size === graph.nodes.length - 1 &&
    graph.nodes.every(({ position }) => position === 0 || order.has(`${position - 1} ${position}`))
  );
};
