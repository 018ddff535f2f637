import { describe, expect, it } from 'vitest';
import { AppError } from '../../base/errors.ts';
import { constraintSchema } from '../../contracts/constraint.ts';
import { parseTrace } from '../../formats/read-trace.ts';
import { runPipeline } from '../../pipeline/run-pipeline.ts';
import { runWithConstraints } from '../../pipeline/run-with-constraints.ts';
import { readTools } from './read-tools.ts';
import { toolConstraints } from './tool-constraints.ts';

const ORDER = { type: 'object', properties: { id: { type: 'string', pattern: '^#W\\d+$' } }, required: ['id'] };
const GIVEN = { type: 'object', properties: { status: { enum: ['pending', 'delivered'] } }, required: ['status'] };

describe('readTools', () => {
  const definition = { name: 'get_order', description: 'Reads an order' };
  const read = (json: unknown) => readTools(json, 'tools.json').tools;

  it.each([
    ['OpenAI, chat', [{ type: 'function', function: { ...definition, parameters: ORDER } }]],
    ['OpenAI, responses', [{ type: 'function', ...definition, parameters: ORDER, strict: true }]],
    [
      'OpenAI, a request',
      { model: 'm', tools: [{ type: 'function', function: { ...definition, parameters: ORDER } }] },
    ],
    ['OpenAI, functions', { functions: [{ ...definition, parameters: ORDER }] }],
    ['Anthropic', [{ ...definition, input_schema: ORDER }]],
    ['MCP', { tools: [{ ...definition, inputSchema: ORDER }] }],
    ['MCP, a message', { jsonrpc: '2.0', id: 1, result: { tools: [{ ...definition, inputSchema: ORDER }] } }],
    ['Google', [{ function_declarations: [{ ...definition, parameters: ORDER }] }]],
    ['one tool', { ...definition, input_schema: ORDER }],
    ['definitions by name', { get_order: { description: 'Reads an order', input_schema: ORDER } }],
  ])('%s', (_shape, json) => {
    expect(read(json)).toMatchObject([{ ...definition, parameters: ORDER, result: null }]);
  });

  it('JSON Schemas by name, results of MCP, and tools without a schema', () => {
    expect(read({ get_order: ORDER, ping: { type: 'object' } })).toMatchObject([
      { name: 'get_order', parameters: ORDER },
      { name: 'ping' },
    ]);
    expect(read({ tools: [{ name: 'a', inputSchema: ORDER, outputSchema: GIVEN }] })).toMatchObject([
      { parameters: ORDER, result: GIVEN },
    ]);
    expect(read([{ name: 'bash', type: 'bash_20250124' }])).toMatchObject([{ name: 'bash', parameters: null }]);
  });

  it('says what is left out and what cannot be looked at', () => {
    const { tools, notes } = readTools(
      [
        { type: 'web_search' },
        {
          name: 'a',
          input_schema: { properties: { x: { pattern: '(?!b)', type: 'dict' }, y: { $ref: 'https://a.test/b' } } },
        },
      ],
      'tools.json',
    );
    expect(tools.map(({ name }) => name)).toEqual(['a']);
    expect(notes.join('\n')).toMatch(/\/0: a tool of the provider without a name/);
    expect(notes.join('\n')).toMatch(/\/1\/input_schema\/properties\/x\/type: "dict" is no type/);
    expect(notes.join('\n')).toMatch(/\/1\/input_schema\/properties\/x\/pattern: .*lookahead/);
    expect(notes.join('\n')).toMatch(/\/1\/input_schema\/properties\/y\/\$ref: .*nothing is fetched/);
  });

  const loop = {
    $ref: '#/$defs/a',
    $defs: { a: { anyOf: [{ type: 'string' }, { $ref: '#/$defs/b' }] }, b: { $ref: '#/$defs/a' } },
  };
  it.each([
    ['what is no tools', [1, 2], '/0: is no tool'],
    ['nothing', [], 'holds no tools'],
    ['text', 'get_order', 'holds no tools'],
    ['an object of something else', { steps: [] }, 'holds no tools'],
    ['a schema alone', ORDER, 'holds no tools'],
    ['a tool without a name', [{ input_schema: ORDER }], '/0: the tool has no name'],
    ['two of one name', { tools: [{ name: 'a' }, { name: 'a' }] }, '/tools/1: /tools/0 is a tool called a too'],
    ['a schema that is none', [{ name: 'a', input_schema: 5 }], '/0/input_schema: is no schema'],
    [
      'a keyword that holds something else',
      { tools: [{ name: 'a', inputSchema: { required: 'id' } }] },
      '/tools/0/inputSchema/required: should be a list of names',
    ],
    [
      'a reference that leads nowhere',
      { a: { type: 'object', properties: { x: { $ref: '#/$defs/y' } } } },
      '/a/properties/x/$ref: refers to #/$defs/y, which is not there',
    ],
    [
      'references in a circle',
      [{ name: 'a', input_schema: loop }],
      '/0/input_schema/$defs/b/$ref: refers to itself without end',
    ],
    [
      'a schema that is itself',
      [{ name: 'a', input_schema: { allOf: [{ $ref: '#' }] } }],
      'refers to itself without end',
    ],
  ])('refuses %s, and names the place', (_what, json, message) => {
    const failure = (): unknown => {
      try {
        return readTools(json, 'tools.json');
      } catch (error) {
        return error;
      }
    };
    const error = failure();
    expect(AppError.isInstance(error) && [error.code, error.exitCode]).toEqual(['TOOLS_INVALID', 2]);
    expect(String(error)).toContain('tools.json: ');
    expect(String(error)).toContain(message);
  });

  it('takes a tree that refers to itself down the value', () => {
    const tree = { properties: { inner: { items: { $ref: '#' } } } };
    expect(read([{ name: 'a', input_schema: tree }])).toHaveLength(1);
  });

  it('looks through large and deep schemas in no time', () => {
    let deep: unknown = { type: 'string' };
    for (let level = 0; level < 380; level++) deep = { properties: { a: deep } };
    const chain = Object.fromEntries(
      Array.from({ length: 20_000 }, (_, at) => [`d${at}`, { $ref: `#/$defs/d${at + 1}` }]),
    );
    const start = performance.now();
    expect(read([{ name: 'a', input_schema: deep }])).toHaveLength(1);
    expect(() => read([{ name: 'a', input_schema: { $defs: chain } }])).toThrow('which is not there');
    expect(performance.now() - start).toBeLessThan(2_000);
  });
});

describe('constraints of tools', () => {
  const constraints = toolConstraints(
    readTools(
      {
        tools: [
          { name: 'get_order', inputSchema: ORDER, outputSchema: GIVEN },
          { name: 'ping', inputSchema: { type: 'object' } },
        ],
      },
      'tools.json',
    ).tools,
  );
  const call = (id: string, name: string, args: string) => ({
    role: 'assistant',
    content: null,
    tool_calls: [{ id, type: 'function', function: { name, arguments: args } }],
  });
  const answer = (id: string, content: string) => ({ role: 'tool', tool_call_id: id, content });
  const declared = [{ type: 'function', function: { name: 'get_order', parameters: ORDER } }];
  const trajectoryOf = (messages: readonly unknown[], tools: readonly unknown[] = []) => {
    const [parsed] = parseTrace(
      JSON.stringify({
        messages: [{ role: 'user', content: 'Where is #W1?' }, ...messages],
        ...(tools.length > 0 ? { tools } : {}),
      }),
    );
    if (!parsed?.ok) throw new Error('the sample cannot be read');
    return parsed.value;
  };
  const run = (messages: readonly unknown[], tools: readonly unknown[] = []) =>
    runWithConstraints(trajectoryOf(messages, tools), {
      constraints,
      sandbox: () => Promise.reject(new Error('no program is run')),
    });
  const said = async (messages: readonly unknown[], tools: readonly unknown[] = []) => {
    const { validationLog } = await run(messages, tools);
    return validationLog.outcomes
      .filter(({ status, constraintId }) => status !== 'not-applicable' && /^tool-call\.|^tools-/.test(constraintId))
      .filter(({ status }) => status === 'violated' || status === 'undecided')
      .map(({ constraintId, status, position, message }) => `${constraintId} ${status} ${position}: ${message}`);
  };

  it('are constraints, one a tool and two for all', () => {
    for (const one of constraints) expect(constraintSchema.parse(one)).toEqual(one);
    expect(constraints.map(({ id }) => id)).toEqual([
      'tool-call.get_order',
      'tool-call.ping',
      'tools-known',
      'tools-answered',
    ]);
    expect(constraints.every(({ origin }) => origin === 'tool-schema')).toBe(true);
  });

  it('say which argument does not fit, and which result', async () => {
    expect(
      await said([
        call('c1', 'get_order', '{"id":"W1"}'),
        answer('c1', 'Error: no such order'),
        { role: 'assistant', content: 'Sorry.' },
      ]),
    ).toEqual(['tool-call.get_order violated 1: get_order: id is "W1", which does not match "^#W\\\\d+$"']);
    expect(await said([call('c1', 'get_order', '{"id":"#W1"}'), answer('c1', '{"status":"lost"}')])).toEqual([
      'tool-call.get_order violated 2: get_order: the result at status is "lost", which is none of ["pending","delivered"]',
    ]);
    expect(await said([call('c1', 'get_order', '{"id":"#W1"}'), answer('c1', '{"status":"pending"}')])).toEqual([]);
  });

  it('say that a result cut by the trace cannot be told', async () => {
    expect(await said([call('c1', 'get_order', '{"id":"#W1"}'), answer('c1', '{"status":"pend')])).toEqual([
      'tool-call.get_order undecided null: the trace does not hold the whole result',
    ]);
  });

  it('find tools that are not defined, and calls without a result', async () => {
    const messages = [
      call('c1', 'get_user', '{}'),
      answer('c1', 'Error: unknown tool get_user'),
      call('c2', 'ping', '{}'),
      { role: 'assistant', content: 'Done.' },
    ];
    expect(await said(messages)).toEqual([
      'tools-known violated 1: get_user is called, but there is no such tool',
      'tools-answered violated 3: the call of ping has no result, and the run went on',
    ]);
  });

  it.each([
    ['arguments that do not fit', [call('c1', 'get_order', '{}'), answer('c1', 'Error: id is required')]],
    ['arguments that are not JSON', [call('c1', 'get_order', '{"id":'), answer('c1', 'Error: invalid JSON')]],
    ['an unknown tool', [call('c1', 'get_user', '{}'), answer('c1', 'Error: unknown tool get_user')]],
    [
      'a call without a result',
      [call('c0', 'ping', '{}'), answer('c0', 'pong'), call('c1', 'get_order', '{"id":"#W1"}')],
    ],
  ])('find %s once, though the trace declares its tools and rules look too', async (_what, messages) => {
    const tools = [...declared, { type: 'function', function: { name: 'ping', parameters: { type: 'object' } } }];
    const all = [...messages, { role: 'assistant', content: 'Done.' }];
    const about = ({ violations }: { violations: readonly { constraintId: string }[] }) =>
      violations.filter(({ constraintId }) => /^tool-(?:call(?!-accepted)|arguments|known)|^tools-/.test(constraintId));
    expect(about(runPipeline(trajectoryOf(all, tools)).diagnosis)).toHaveLength(1);
    const { diagnosis } = await run(all, tools);
    expect(about(diagnosis).map(({ constraintId }) => constraintId)).toEqual([
      expect.stringMatching(/^tool-call\.|^tools-/),
    ]);
  });
});
