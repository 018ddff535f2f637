import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dataFolder, dataPath } from '../../test/data-folder.ts';
import { graphSchema, type ReasoningActionGraph } from '../contracts/graph.ts';
import type { Trajectory } from '../contracts/trajectory.ts';
import { parseTrace } from '../formats/read-trace.ts';
import { indexTrajectory } from '../trajectory/index-trajectory.ts';
import { buildGraph } from './build-graph.ts';
import { extractValues } from './extract-values.ts';

const call = (id: string, name: string, args: unknown) => ({
  role: 'assistant',
  content: null,
  tool_calls: [{ id, type: 'function', function: { name, arguments: JSON.stringify(args) } }],
});
const result = (id: string, content: string) => ({ role: 'tool', tool_call_id: id, content });

function graphOf(messages: readonly unknown[]): { graph: ReasoningActionGraph; trajectory: Trajectory } {
  const [parsed] = parseTrace(JSON.stringify(messages));
  if (parsed === undefined || !parsed.ok) throw new Error('the sample does not parse');
  const index = indexTrajectory(parsed.value);
  return { graph: buildGraph(index, { trajectory: 'hash' }), trajectory: parsed.value };
}

/** What must hold of any graph: forward edges, and a value that stands at both ends where its offsets say. */
function expectSound(graph: ReasoningActionGraph, trajectory: Trajectory): void {
  const { eventById } = indexTrajectory(trajectory);
  expect(graph.nodes).toHaveLength(trajectory.steps.length);
  for (const edge of graph.edges) {
    expect(edge.from).toBeLessThan(edge.to);
    if (edge.carrier.type !== 'value') continue;
    const from = eventById.get(edge.carrier.fromEventId);
    const to = eventById.get(edge.carrier.toEventId);
    expect(from?.step.position).toBe(edge.from);
    expect(to?.step.position).toBe(edge.to);
    expect(to?.event.text.startsWith(edge.carrier.value, edge.carrier.toStart)).toBe(true);
    const word = from?.event.text.slice(edge.carrier.fromStart, edge.carrier.fromStart + 300).toLowerCase() ?? '';
    const core = edge.carrier.value.toLowerCase().replace(/[^a-z0-9]/g, '');
    // The earlier end may hold a part of the value, or the value as a part of a longer one.
    expect(word.replace(/[^a-z0-9]/g, '').includes(core.slice(0, 3))).toBe(true);
  }
  for (const found of graph.ungrounded) {
    expect(eventById.get(found.eventId)?.event.text.slice(found.start, found.end)).toBe(found.value);
  }
}

describe('buildGraph', () => {
  const { graph, trajectory } = graphOf([
    { role: 'user', content: 'Cancel my order #W6247578, please. I am ana@shop.example.' },
    call('c1', 'find_user_id_by_email', { email: 'ana@shop.example' }),
    result('c1', 'Error: user not found'),
    call('c2', 'find_user_id_by_name_zip', { name: 'Ana', zip: '19122' }),
    result('c2', '{"user_id": "ana_9620"}'),
    call('c3', 'cancel_order', { order_id: 'W6247578', user: 'ana_9620' }),
    result('c3', 'ok'),
    { role: 'assistant', content: 'Order W6247578 is cancelled; 54.20 dollars come back.' },
  ]);

  it('traces each used value to the step that introduced it', () => {
    const data = graph.edges.filter((edge) => edge.kind === 'data').map((edge) => [edge.from, edge.to]);
    expect(data).toEqual([
      [0, 1],
      [0, 5],
      [4, 5],
      [0, 7],
    ]);
  });

  it('names values that no earlier step introduced', () => {
    expect(graph.ungrounded.map((found) => [found.position, found.value, found.usedAs])).toEqual([
      [3, '19122', 'argument'],
      [7, '54.20', 'answer'],
    ]);
  });

  it('sees that another tool for the same job made a failure good', () => {
    expect(graph.recoveries).toEqual([
      { failedPosition: 2, actedPosition: 1, recoveredPosition: 4, how: 'find_user_id_by_name_zip did the same job' },
    ]);
  });

  it('says of a failure whether its tool never succeeded, or only about something else', () => {
    const order = (id: string, number: string, gave: string) => [
      call(id, 'cancel_order', { order: number, reason: id }),
      result(id, gave),
    ];
    const failed = [{ role: 'user', content: 'x' }, ...order('c1', 'W1001', 'Error: cannot be cancelled')];
    const how = (messages: readonly unknown[]) => graphOf(messages).graph.recoveries.map((one) => one.how);
    expect(how(failed)).toEqual(['cancel_order never succeeded after this']);
    expect(how([...failed, ...order('c2', 'W2002', 'ok')])).toEqual([
      'cancel_order succeeded later, about something else',
    ]);
  });

  it('is sound and fits its schema', () => {
    expectSound(graph, trajectory);
    expect(graphSchema.safeParse(graph).success).toBe(true);
  });

  it('never changes earlier nodes and edges when a step is added at the end', () => {
    const messages = [
      { role: 'user', content: 'Look up A1234 and B5678.' },
      call('c1', 'look_up', { id: 'A1234' }),
      result('c1', 'value 77.5'),
      call('c2', 'look_up', { id: 'B5678' }),
      result('c2', 'value 12.25'),
      { role: 'assistant', content: 'They are 77.5 and 12.25.' },
    ];
    const whole = graphOf(messages).graph;
    for (let length = 1; length < messages.length; length++) {
      const part = graphOf(messages.slice(0, length)).graph;
      expect(whole.nodes.slice(0, length)).toEqual(part.nodes);
      expect(whole.edges.filter((edge) => edge.to < length)).toEqual(part.edges);
    }
  });

  it('holds for any text', () => {
    const word = fc.constantFrom(
      'A1234',
      '#W99',
      '12',
      '7,250.50',
      'x@y.example',
      '/tmp/a.py',
      'https://a.example/b',
      '"two words"',
      'ü',
      '\\n',
    );
    const text = fc.array(fc.oneof(word, fc.string())).map((words) => words.join(' '));
    const message = fc.oneof(
      text.map((content) => ({ role: 'user', content })),
      text.map((content) => ({ role: 'assistant', content })),
      text.map((value) => call('', 'tool', { value })),
    );
    fc.assert(
      fc.property(fc.array(message, { minLength: 1 }), (messages) => {
        const made = graphOf(messages);
        expectSound(made.graph, made.trajectory);
      }),
      { numRuns: 200 },
    );
  });
});

describe('extractValues', () => {
  it('compares numbers by what they say', () => {
    const normal = (text: string) => extractValues(text).map((value) => value.normal);
    expect(normal('$53.20, 1,234.50 and 007')).toEqual(['53.2', '1234.5', '007']);
  });

  it('takes linear time on one long word', () => {
    expect(extractValues(`${'a'.repeat(300_000)}@`)).toEqual([]);
  });
});

describe.skipIf(dataFolder === null)('buildGraph over the tau-retail runs (no data)', () => {
  it('is sound for every run', () => {
    for (const file of ['tau_dataset_failed.json', 'tau_dataset_passed.json']) {
      for (const parsed of parseTrace(readFileSync(dataPath('agentrx/tau_retail', file), 'utf8'))) {
        if (!parsed.ok) throw parsed.error;
        expectSound(buildGraph(indexTrajectory(parsed.value), { trajectory: 'hash' }), parsed.value);
      }
    }
  });
});
