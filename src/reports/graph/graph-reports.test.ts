import { describe, expect, it } from 'vitest';
import type { GraphEdge, ReasoningActionGraph } from '../../contracts/graph.ts';
import { GRAPH_REPORTS } from './index.ts';

const node = (position: number, said: string): ReasoningActionGraph['nodes'][number] => ({
  stepId: `s${position}`,
  position,
  role: 'reasoning',
  action: null,
  isr: { intent: '', action: said, signal: '' },
});
const HOSTILE = '"];<script>alert(1)</script>\n  s9 -> s8 [label="| end';
const order = (from: number): GraphEdge => ({ from, to: from + 1, kind: 'control', carrier: { type: 'order' } });
const graph: ReasoningActionGraph = {
  kind: 'reasoning-action-graph',
  schemaVersion: 1,
  trajectoryId: 't',
  madeFrom: { trajectory: 'x' },
  nodes: [node(0, 'look it up'), node(1, HOSTILE), node(2, 'done')],
  edges: [
    order(0),
    order(1),
    {
      from: 0,
      to: 2,
      kind: 'data',
      carrier: { type: 'value', value: HOSTILE, fromEventId: 'a', fromStart: 0, toEventId: 'b', toStart: 0 },
    },
  ],
  ungrounded: [],
  recoveries: [],
};
const options = { numberOf: (position: number) => position + 1, critical: 1 };

describe('graph reports', () => {
  it('json is the artifact', () => {
    expect(JSON.parse(GRAPH_REPORTS.json(graph, options))).toEqual(graph);
  });

  it.each(['dot', 'mermaid', 'svg'] as const)(
    '%s draws every node and edge, and nothing of a trace ends a label',
    (name) => {
      const text = GRAPH_REPORTS[name](graph, options);
      if (name !== 'dot') expect(text).not.toContain('<script>');
      expect(text).not.toMatch(/^ {2}s9/m);
      if (name === 'dot') {
        expect(text.match(/^ {2}s\d \[/gm)).toHaveLength(3);
        expect(text.match(/^ {2}s\d -> s\d/gm)).toHaveLength(3);
        // Every quote inside a label is escaped: the quotes that are not come in pairs.
        for (const line of text.split('\n')) expect((line.match(/(?<!\\)(?:\\\\)*"/g)?.length ?? 0) % 2).toBe(0);
      }
      if (name === 'mermaid') {
        expect(text.match(/^ {2}s\d\["/gm)).toHaveLength(3);
        expect(text.match(/^ {2}s\d -\.?->/gm)).toHaveLength(3);
      }
      if (name === 'svg') {
        expect(text.match(/<text /g)).toHaveLength(3);
        expect(text.match(/<path /g)).toHaveLength(1);
      }
    },
  );
});
