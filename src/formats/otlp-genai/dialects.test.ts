import { describe, expect, it } from 'vitest';
import { expectSound } from '../../../test/expect-sound.ts';
import { anyValue, hexId, otlpDocument, type TestSpan, TRACE_ID } from '../../../test/otlp-document.ts';
import { outlineTrajectory } from '../../../test/outline-trajectory.ts';
import type { Trajectory } from '../../contracts/trajectory.ts';
import { otlpGenai } from './index.ts';

const context = { uri: null, recordRef: '' };

function read(document: unknown): Trajectory {
  const [trajectory, ...more] = otlpGenai.parse(document, context);
  expect(more).toEqual([]);
  if (trajectory === undefined) throw new Error('no trajectory');
  expectSound(trajectory);
  return trajectory;
}

const readSpans = (...spans: readonly TestSpan[]): Trajectory => read(otlpDocument(spans));

const outline = (trajectory: Trajectory): readonly string[] =>
  outlineTrajectory(trajectory).map((line) => line.replaceAll(/[0-9a-f]{16}/g, readableId));

/** Ids of the test's spans are their names in hexadecimal. */
const readableId = (hex: string): string =>
  (hex.match(/../g) ?? [])
    .map((pair) => String.fromCharCode(Number.parseInt(pair, 16)))
    .join('')
    .replaceAll('\0', '');

const chat = { 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': 'm' };
const said = (role: string, content: string): unknown => ({ role, parts: [{ type: 'text', content }] });
const told = (...messages: readonly unknown[]): string => JSON.stringify(messages);

describe('messages as events (conventions up to 1.36)', () => {
  const events = [
    { name: 'gen_ai.system.message', attributes: { content: 'Be brief.' } },
    { name: 'gen_ai.user.message', attributes: { content: 'Weather?' } },
  ];
  const choice = {
    name: 'gen_ai.choice',
    attributes: {
      index: 0,
      finish_reason: 'tool_calls',
      message: JSON.stringify({
        tool_calls: [{ id: 'c1', type: 'function', function: { name: 'weather', arguments: '{"city":"Bern"}' } }],
      }),
    },
  };

  it('reads span events, and of a repeated conversation only what is new', () => {
    const trajectory = readSpans(
      {
        id: 'one',
        at: [1, 2],
        attributes: { 'gen_ai.system': 'openai', 'gen_ai.request.model': 'm' },
        events: [...events, choice],
      },
      {
        id: 'two',
        at: [3, 4],
        attributes: { 'gen_ai.system': 'openai', 'gen_ai.request.model': 'm' },
        events: [
          ...events,
          {
            name: 'gen_ai.assistant.message',
            attributes: { tool_calls: [{ id: 'c1', function: { name: 'weather', arguments: '{"city":"Bern"}' } }] },
          },
          { name: 'gen_ai.tool.message', attributes: { id: 'c1', content: 'sunny' } },
          { name: 'gen_ai.choice', attributes: { message: { content: 'It is sunny.' } } },
        ],
      },
    );
    expect(outline(trajectory)).toMatchInlineSnapshot(`
      [
        "system/system one/input/0: message "Be brief."",
        "user/user one/input/1: message "Weather?"",
        "agent/assistant one: call weather#c1 "{\\"city\\":\\"Bern\\"}"",
        "tool/weather two/input/3: result #c1 "sunny"",
        "agent/assistant two: message "It is sunny."",
      ]
    `);
  });

  it('reads log records that stand beside the spans, joined by span id', () => {
    const document = otlpDocument([{ id: 'one', at: [1, 2], attributes: chat }]) as Record<string, unknown>;
    const record = (name: string, body: unknown, spanId = hexId('one')): unknown => ({
      timeUnixNano: '1700000001000000000',
      traceId: TRACE_ID,
      spanId,
      eventName: name,
      body: anyValue(body),
    });
    const logRecords = [
      record('gen_ai.user.message', { content: 'Hi' }),
      record('gen_ai.choice', { index: 0, message: { content: 'Hello' } }),
      record(
        'gen_ai.choice',
        { index: 0, message: { content: 'Hello from a span that was not exported' } },
        hexId('lost'),
      ),
      record('http.access', { path: '/' }),
    ];
    const trajectory = read({ ...document, resourceLogs: [{ scopeLogs: [{ logRecords }] }] });
    expect(outline(trajectory)).toMatchInlineSnapshot(`
      [
        "user/user one/input/0: message "Hi"",
        "agent/assistant one: message "Hello"",
        "agent/assistant lost: message "Hello from a span that was not exported"",
      ]
    `);
  });
});

describe('messages as attributes (1.37 and later)', () => {
  it('reads JSON text and structured values alike, and the instructions that stand apart', () => {
    const structured = [{ role: 'user', parts: [{ type: 'text', content: 'Hi' }] }];
    const trajectory = readSpans({
      id: 'one',
      at: [1, 2],
      attributes: {
        ...chat,
        'gen_ai.system_instructions': JSON.stringify([{ type: 'text', content: 'Be kind.' }]),
        'gen_ai.input.messages': structured,
        'gen_ai.output.messages': told({
          role: 'assistant',
          parts: [
            { type: 'reasoning', content: 'Greet.' },
            { type: 'text', content: 'Hello!' },
          ],
        }),
        'gen_ai.response.finish_reasons': ['length'],
      },
    });
    expect(outline(trajectory)).toMatchInlineSnapshot(`
      [
        "system/system one/input/0: message "Be kind."",
        "user/user one/input/1: message "Hi"",
        "agent/assistant one: reasoning "Greet." | message "Hello!" | other(finish-reason) "length"",
      ]
    `);
    expect(trajectory.policy).toBe('Be kind.');
  });

  it('reads a tool with call and result where no model call tells of it, and keeps arguments word for word', () => {
    const trajectory = readSpans({
      id: 'tool',
      at: [1, 2],
      attributes: {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': 'add',
        'gen_ai.tool.call.arguments': '{ "a": 1 }',
        'gen_ai.tool.call.result': '1',
      },
    });
    expect(outline(trajectory)).toEqual(['tool/add tool: call add#tool "{ \\"a\\": 1 }" | result #tool "1"']);
  });

  it('fills in a result that the tool span lacks from the conversation after it', () => {
    const call = { type: 'tool_call', id: 'c1', name: 'add', arguments: { a: 1 } };
    const trajectory = readSpans(
      {
        id: 'one',
        at: [1, 2],
        attributes: { ...chat, 'gen_ai.output.messages': told({ role: 'assistant', parts: [call] }) },
      },
      {
        id: 'tool',
        at: [3, 4],
        attributes: { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'add', 'gen_ai.tool.call.id': 'c1' },
      },
      {
        id: 'two',
        at: [5, 6],
        attributes: {
          ...chat,
          'gen_ai.input.messages': told({
            role: 'tool',
            parts: [{ type: 'tool_call_response', id: 'c1', response: { sum: 2 } }],
          }),
          'gen_ai.output.messages': told(said('assistant', 'Two.')),
        },
      },
    );
    expect(outline(trajectory)).toMatchInlineSnapshot(`
      [
        "agent/assistant one: call add#c1 "{\\"a\\":1}"",
        "tool/add tool: result #c1 "{\\"sum\\":2}"",
        "agent/assistant two: message "Two."",
      ]
    `);
    expect(trajectory.coverage.warnings).toEqual([]);
  });

  it('counts a text as often as it is said: the second "continue" is a step', () => {
    const history = [said('user', 'continue'), said('assistant', 'one'), said('user', 'continue')];
    const trajectory = readSpans(
      {
        id: 'one',
        at: [1, 2],
        attributes: { ...chat, 'gen_ai.input.messages': told(history[0]), 'gen_ai.output.messages': told(history[1]) },
      },
      {
        id: 'two',
        at: [3, 4],
        attributes: {
          ...chat,
          'gen_ai.input.messages': told(...history),
          'gen_ai.output.messages': told(said('assistant', 'two')),
        },
      },
    );
    expect(outline(trajectory)).toEqual([
      'user/user one/input/0: message "continue"',
      'agent/assistant one: message "one"',
      'user/user two/input/2: message "continue"',
      'agent/assistant two: message "two"',
    ]);
  });

  it('says that content was not recorded instead of calling the agent silent', () => {
    const trajectory = readSpans({ id: 'one', at: [1, 2], attributes: chat });
    expect(outline(trajectory)).toEqual(['agent/assistant one: other(content-not-recorded) ""']);
    expect(trajectory.coverage.warnings).toMatchObject([{ code: 'CONTENT_NOT_RECORDED', count: 1 }]);
    expect(trajectory.coverage.recordsOther).toBe(1);
  });

  it('gives an answer that was not recorded from the conversation that repeats it', () => {
    const trajectory = readSpans(
      { id: 'one', at: [1, 2], attributes: { ...chat, 'gen_ai.input.messages': told(said('user', 'Hi')) } },
      {
        id: 'two',
        at: [3, 4],
        attributes: {
          ...chat,
          'gen_ai.input.messages': told(said('user', 'Hi'), said('assistant', 'Hello'), said('user', 'Bye')),
        },
      },
    );
    expect(outline(trajectory)).toEqual([
      'user/user one/input/0: message "Hi"',
      'agent/assistant one: message "Hello"',
      'user/user two/input/2: message "Bye"',
      'agent/assistant two: other(content-not-recorded) ""',
    ]);
  });
});

describe('agents', () => {
  it("names who acts, makes the task of an inner agent a handoff, and puts an agent tool's result at its end", () => {
    const trajectory = readSpans(
      {
        id: 'boss',
        at: [1, 20],
        attributes: {
          'gen_ai.operation.name': 'invoke_agent',
          'gen_ai.agent.name': 'boss',
          'gen_ai.input.messages': told(said('user', 'Plan a trip')),
          'gen_ai.output.messages': told(said('assistant', 'Done: Bern it is.')),
        },
      },
      {
        id: 'think',
        parent: 'boss',
        at: [2, 3],
        attributes: {
          ...chat,
          'gen_ai.output.messages': told({
            role: 'assistant',
            parts: [{ type: 'tool_call', id: 'c1', name: 'ask_scout', arguments: { about: 'cities' } }],
          }),
        },
      },
      {
        id: 'ask',
        parent: 'boss',
        at: [4, 10],
        attributes: {
          'gen_ai.operation.name': 'execute_tool',
          'gen_ai.tool.name': 'ask_scout',
          'gen_ai.tool.call.id': 'c1',
          'gen_ai.tool.call.result': 'Bern',
          'gen_ai.transfer.mode': 'return_to_caller',
          'gen_ai.transfer.target.name': 'scout',
          'gen_ai.agent.name': 'boss',
        },
      },
      {
        id: 'scout',
        parent: 'ask',
        at: [5, 9],
        attributes: {
          'gen_ai.operation.name': 'invoke_agent',
          'gen_ai.agent.name': 'scout',
          'gen_ai.input.messages': told(said('user', 'Which city?')),
        },
      },
      {
        id: 'look',
        parent: 'scout',
        at: [6, 7],
        attributes: { ...chat, 'gen_ai.output.messages': told(said('assistant', 'Bern')) },
      },
    );
    expect(outline(trajectory)).toMatchInlineSnapshot(`
      [
        "user/user boss: message "Plan a trip"",
        "agent/boss think: call ask_scout#c1 "{\\"about\\":\\"cities\\"}"",
        "agent/boss scout: handoff boss -> scout "Which city?"",
        "agent/scout look: message "Bern"",
        "tool/ask_scout ask: result #c1 "Bern"",
        "agent/boss boss/output/0: message "Done: Bern it is."",
      ]
    `);
    const parents = trajectory.steps.map((step) => (step.parentId === null ? null : readableId(step.parentId)));
    expect(parents).toEqual([null, 'boss', 'ask', 'scout', 'boss', 'boss']);
  });

  it('reads handoffs, plans and memory', () => {
    const trajectory = readSpans(
      {
        id: 'hand',
        at: [1, 2],
        attributes: {
          'gen_ai.operation.name': 'agent_handoff',
          'gen_ai.handoff.from_agent': 'a',
          'gen_ai.handoff.to_agent': 'b',
        },
      },
      {
        id: 'plan',
        at: [3, 4],
        attributes: { 'gen_ai.operation.name': 'plan', 'gen_ai.output.messages': told(said('assistant', '1. Look')) },
      },
      {
        id: 'mem',
        at: [5, 6],
        attributes: { 'gen_ai.operation.name': 'search_memory', 'gen_ai.memory.query.text': 'trips' },
      },
    );
    expect(outline(trajectory)).toMatchInlineSnapshot(`
      [
        "agent/a hand: handoff a -> b """,
        "agent/assistant plan: plan "1. Look"",
        "tool/search_memory mem: call search_memory#mem "{\\"query.text\\":\\"trips\\"}" | result #mem """,
      ]
    `);
  });
});

describe('what went wrong', () => {
  it('tells an error once, where it happened, however far the exception goes up', () => {
    const exception = {
      name: 'exception',
      attributes: { 'exception.type': 'TimeoutError', 'exception.message': 'no answer after 30 s' },
    };
    const failed = { code: 2, message: 'no answer after 30 s' };
    const trajectory = readSpans(
      {
        id: 'run',
        at: [1, 9],
        attributes: { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': 'a' },
        events: [exception],
        status: failed,
      },
      { id: 'one', parent: 'run', at: [2, 3], attributes: chat, events: [exception], status: failed },
      { id: 'two', parent: 'run', at: [4, 5], attributes: chat, events: [exception], status: failed },
    );
    expect(outline(trajectory)).toEqual([
      'agent/a one: error "no answer after 30 s"',
      'agent/a two: error "no answer after 30 s"',
    ]);
    expect(trajectory.steps[0]?.events[0]).toMatchObject({ errorType: 'TimeoutError' });
    expect(trajectory.outcome).toMatchObject({
      status: 'failed',
      reason: 'the span of the run has the status ERROR: no answer after 30 s',
    });
  });

  it('puts the error of a span without a step of its own on what was done in it, and an exception that was handled nowhere', () => {
    const trajectory = readSpans(
      {
        id: 'one',
        at: [1, 5],
        attributes: { ...chat, 'gen_ai.output.messages': told(said('assistant', 'Hi')) },
        events: [{ name: 'exception', attributes: { 'exception.message': 'handled' } }],
      },
      {
        id: 'http',
        parent: 'one',
        name: 'POST',
        at: [2, 3],
        attributes: { 'http.request.method': 'POST' },
        status: { code: 2, message: '429 too many requests' },
      },
    );
    expect(outline(trajectory)).toEqual(['agent/assistant one: message "Hi" | error "429 too many requests"']);
    expect(trajectory.coverage.elided).toEqual([{ what: 'HTTP spans', count: 1 }]);
  });

  it('reads a filtered answer as a guardrail', () => {
    const trajectory = readSpans({
      id: 'one',
      at: [1, 2],
      attributes: { ...chat, 'gen_ai.response.finish_reasons': ['content_filter'] },
    });
    expect(outline(trajectory)).toEqual(['agent/assistant one: guardrail "content_filter"']);
  });
});

describe('what must not reach a step', () => {
  it('keeps evaluation results as gold', () => {
    const trajectory = readSpans({
      id: 'one',
      at: [1, 2],
      attributes: { ...chat, 'gen_ai.output.messages': told(said('assistant', 'Hi')) },
      events: [
        {
          name: 'gen_ai.evaluation.result',
          attributes: { 'gen_ai.evaluation.name': 'correct', 'gen_ai.evaluation.score.label': 'fail-label' },
        },
      ],
    });
    expect(JSON.stringify({ ...trajectory, gold: null })).not.toContain('fail-label');
    expect(JSON.stringify(trajectory.gold)).toContain('fail-label');
  });
});

describe('files', () => {
  it('reads lines of export batches as one file: a trace may be spread over them', () => {
    const lines = [
      otlpDocument([
        { id: 'two', at: [3, 4], attributes: { ...chat, 'gen_ai.output.messages': told(said('assistant', 'B')) } },
      ]),
      otlpDocument([
        { id: 'one', at: [1, 2], attributes: { ...chat, 'gen_ai.output.messages': told(said('assistant', 'A')) } },
      ]),
    ];
    expect(otlpGenai.session?.detect(lines)).toBe(0.85);
    const placed = lines.map((value, index) => ({ lineNumber: index + 1, value }));
    const [trajectory] = otlpGenai.session?.parse(placed, context) ?? [];
    expect(trajectory && outline(trajectory)).toEqual([
      'agent/assistant one: message "A"',
      'agent/assistant two: message "B"',
    ]);
    expect(trajectory?.steps.map((step) => step.rawRef)).toEqual([
      'line:2/resourceSpans/0/scopeSpans/0/spans/0',
      'line:1/resourceSpans/0/scopeSpans/0/spans/0',
    ]);
  });

  it('reads base64 ids as the hexadecimal they stand for', () => {
    const span = { traceId: 'tH12H+eb6IruQTQs3VJyaA==', spanId: 'ziprJqtLsl8=', name: 'x', attributes: chat };
    expect(read([span])).toMatchObject({ id: 'b47d761fe79be88aee41342cdd527268', steps: [{ id: 'ce2a6b26ab4bb25f' }] });
  });

  it('refuses spans that have nothing to do with agents, and says so', () => {
    const document = otlpDocument([{ id: 'http', at: [1, 2], attributes: { 'http.request.method': 'GET' } }]);
    expect(otlpGenai.detect(document)).toBe(0.1);
    expect(() => otlpGenai.parse(document, context)).toThrow('no span tells of an agent, a model call or a tool');
  });

  it.each([
    [null],
    [42],
    ['text'],
    [{}],
    [[]],
    [{ spans: [] }],
    [{ spans: [1, null] }],
    [{ resourceSpans: [{}] }],
    [{ data: [{}] }],
  ])('is not detected in %j', (document) => expect(otlpGenai.detect(document)).toBe(0));
});
