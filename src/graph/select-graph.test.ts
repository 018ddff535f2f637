import { expect, it } from 'vitest';
import type { GraphEdge, ReasoningActionGraph } from '../contracts/graph.ts';
import { selectGraph } from './select-graph.ts';

const edge = (from: number, to: number, kind: GraphEdge['kind'], carrier: GraphEdge['carrier']): GraphEdge => ({
  from,
  to,
  kind,
  carrier,
});
const order = (from: number) => edge(from, from + 1, 'control', { type: 'order' });
const value = (from: number, to: number) =>
  edge(from, to, 'data', { type: 'value', value: 'x1', fromEventId: 'a', fromStart: 0, toEventId: 'b', toStart: 0 });

const graph: ReasoningActionGraph = {
  kind: 'reasoning-action-graph',
  schemaVersion: 1,
  trajectoryId: 't',
  madeFrom: { trajectory: 'x' },
  nodes: Array.from({ length: 6 }, (_, position) => ({
    stepId: `s${position}`,
    position,
    role: 'action' as const,
    action: null,
    isr: { intent: '', action: '', signal: '' },
  })),
  edges: [
    order(0),
    order(1),
    order(2),
    order(3),
    order(4),
    value(0, 2),
    value(2, 4),
    edge(3, 5, 'control', { type: 'plan' }),
  ],
  ungrounded: [],
  recoveries: [],
};
const positions = (one: ReasoningActionGraph) => one.nodes.map(({ position }) => position);

it('keeps what a step rests on and what comes of it; order counts beside the step itself alone', () => {
  expect(positions(selectGraph(graph, { around: 4, edges: 'all' }))).toEqual([0, 2, 3, 4, 5]);
  expect(positions(selectGraph(graph, { around: 1, edges: 'all' }))).toEqual([0, 1, 2, 4]);
  expect(positions(selectGraph(graph, { around: 3, edges: 'data' }))).toEqual([3]);
});

it('keeps every step and the edges of a kind where no step is named', () => {
  const data = selectGraph(graph, { around: null, edges: 'data' });
  expect(positions(data)).toHaveLength(6);
  expect(data.edges.map(({ from, to }) => [from, to])).toEqual([
    [0, 2],
    [2, 4],
  ]);
});
