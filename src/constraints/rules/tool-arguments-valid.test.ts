import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { dataFolder, dataPath } from '../../../test/data-folder.ts';
import { agent, result, runRule, tool, user } from '../../../test/run-rule.ts';
import { compileSchema } from '../json-schema/compile-schema.ts';
import rule from './tool-arguments-valid.ts';

const SCHEMA = {
  type: 'object',
  properties: {
    id: { type: 'string' },
    count: { type: 'integer', minimum: 1 },
    mode: { enum: ['fast', 'slow'] },
    tags: { type: 'array', items: { type: 'string' } },
    who: { $ref: '#/$defs/person' },
    when: { anyOf: [{ type: 'string' }, { type: 'number' }] },
  },
  required: ['id'],
  additionalProperties: false,
  $defs: { person: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } },
};

const schemaIssues = (schema: unknown, value: unknown) => compileSchema(schema, { nullIsAbsent: true })(value).issues;

describe('the schema of a tool', () => {
  it.each([
    [{ id: 'a' }, []],
    [{ id: 'a', count: 2, mode: 'fast', tags: ['x'], who: { name: 'n' }, when: 3 }, []],
    [{ id: 'a', mode: null }, []],
    [{}, ['id is missing']],
    [{ id: null }, ['id should be string, is null']],
    [{ id: 'a', count: '2' }, ['count should be integer, is string']],
    [{ id: 'a', count: 2.5 }, ['count should be integer, is number']],
    [{ id: 'a', count: 0 }, ['count is below the least allowed 1']],
    [{ id: 'a', mode: 'warp' }, ['mode is "warp", which is none of ["fast","slow"]']],
    [{ id: 'a', tags: ['x', 3] }, ['tags[1] should be string, is number']],
    [{ id: 'a', who: {} }, ['who.name is missing']],
    [
      { id: 'a', when: true },
      ['when fits none of the alternatives of its schema (should be string, is boolean; should be number, is boolean)'],
    ],
    [{ id: 'a', extra: 1 }, ['extra is not an argument of the tool']],
  ])('%j', (value, issues) => {
    expect(schemaIssues(SCHEMA, value).map(({ path, problem }) => `${path} ${problem}`)).toEqual(issues);
  });

  it('ends on schemas that refer to themselves, and on ones that are no schemas', () => {
    const loop = { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/a' } } };
    expect(schemaIssues(loop, { x: 1 })).toEqual([]);
    const tree = { type: 'object', properties: { next: { $ref: '#' } }, required: ['id'] };
    let deep: unknown = {};
    for (let level = 0; level < 200; level++) deep = { id: 1, next: deep };
    expect(schemaIssues(tree, deep)).toEqual([]);
    expect(schemaIssues({ type: 'text', properties: 7, required: 'id' }, { a: 1 })).toEqual([]);
    expect(schemaIssues(JSON.parse('{"properties":{"__proto__":{"type":"string"}}}'), { a: 1 })).toEqual([]);
  });
});

describe('tool-arguments-valid', () => {
  const tools = [tool('book', SCHEMA)];

  it('blames the call, and knows what made it good', () => {
    const messages = [
      user('book it'),
      agent('', ['book', { count: 2 }]),
      result('book', 'Error: id is required'),
      agent('', ['book', { id: 'a', count: 2 }]),
      result('book', 'booked'),
    ];
    const run = runRule(rule, { messages, tools });
    expect(run.blamed).toEqual([1]);
    expect(run.violations[0]?.message).toBe('book: id is missing');
    expect(run.violations[0]?.recoveredPosition).toBe(3);
    expect(run.quotes).toContain('Error: id is required');
  });

  it('quotes the argument that is wrong', () => {
    const run = runRule(rule, { messages: [user('x'), agent('', ['book', { id: 'a', mode: 'warp' }])], tools });
    expect(run.quotes[0]).toContain('"mode":"warp"');
  });

  it('takes no stand where the tool took the call as it was, and does not apply without schemas', () => {
    const messages = [user('x'), agent('', ['book', { id: 'a', count: '2' }]), result('book', 'booked')];
    expect(runRule(rule, { messages, tools }).violations[0]?.recoveredPosition).toBe(2);
    expect(runRule(rule, { messages, tools: [] }).checked).toBe(0);
    expect(runRule(rule, { messages, tools: [tool('book', { id: { description: 'no schema' } })] }).checked).toBe(0);
  });

  describe.skipIf(dataFolder === null)('on recorded calls (no data)', () => {
    it('finds no fault in any call of real runs, and every required argument that is taken away', () => {
      const declared = JSON.parse(readFileSync(dataPath('tau-bench', 'airline_tools.json'), 'utf8'));
      const runs = JSON.parse(readFileSync(dataPath('tau-bench', 'gpt-4o-airline.json'), 'utf8')).slice(0, 10);
      let broken = 0;
      for (const { traj } of runs) {
        expect(runRule(rule, { messages: traj, tools: declared }).violations).toEqual([]);
        const messages = structuredClone(traj);
        const expected: number[] = [];
        messages.forEach(
          (message: { tool_calls?: { function: { name: string; arguments: string } }[] }, position: number) => {
            const called = message.tool_calls?.[0]?.function;
            if (called === undefined) return;
            const given = JSON.parse(called.arguments);
            const schema = declared.find((one: { function: { name: string } }) => one.function.name === called.name);
            const [required] = schema?.function.parameters.required ?? [];
            if (required === undefined || given[required] === undefined) return;
            delete given[required];
            called.arguments = JSON.stringify(given);
            expected.push(position);
          },
        );
        expect(runRule(rule, { messages, tools: declared }).blamed).toEqual(expected);
        broken += expected.length;
      }
      expect(broken).toBeGreaterThan(30);
    });
  });
});
