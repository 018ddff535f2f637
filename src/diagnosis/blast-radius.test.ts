import { expect, it } from 'vitest';
import type { GraphEdge, ReasoningActionGraph } from '../contracts/graph.ts';
import type { CheckOutcome } from '../contracts/validation-log.ts';
import { blastRadius } from './blast-radius.ts';

const order = (from: number): GraphEdge => ({ from, to: from + 1, kind: 'control', carrier: { type: 'order' } });
const value = (from: number, to: number): GraphEdge => ({
  from,
  to,
  kind: 'data',
  carrier: { type: 'value', value: 'x1', fromEventId: 'a', fromStart: 0, toEventId: 'b', toStart: 0 },
});
const graph: ReasoningActionGraph = {
  kind: 'reasoning-action-graph',
  schemaVersion: 1,
  trajectoryId: 't',
  madeFrom: { trajectory: 'x' },
  nodes: [],
  edges: [...[0, 1, 2, 3, 4].map(order), value(1, 3), value(3, 5)],
  ungrounded: [],
  recoveries: [],
};
const violation = (position: number | null): CheckOutcome => ({
  constraintId: 'c',
  status: 'violated',
  stepId: null,
  position,
  message: '',
  evidence: [],
  recoveredPosition: null,
  checked: 1,
});

it('counts the later violations that come of a step, directly or through others', () => {
  const violated = [violation(0), violation(1), violation(3), violation(4), violation(5), violation(null)];
  expect(blastRadius(graph, 1, violated)).toEqual({ laterViolations: 3, ofIt: 2 });
});

it('takes the next step along, and says nothing where nothing comes later', () => {
  expect(blastRadius(graph, 3, [violation(4)])).toEqual({ laterViolations: 1, ofIt: 1 });
  expect(blastRadius(graph, 5, [violation(5)])).toBeNull();
});
