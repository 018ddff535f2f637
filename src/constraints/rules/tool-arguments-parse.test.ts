import { describe, expect, it } from 'vitest';
import { agent, result, runRule, tool, user } from '../../../test/run-rule.ts';
import rule from './tool-arguments-parse.ts';

describe('tool-arguments-parse', () => {
  it('blames a call whose JSON is cut off, and knows what made it good', () => {
    const run = runRule(rule, [
      user('x'),
      agent('', ['find', '{"id": "a", "limit": ']),
      result('find', 'Error: invalid JSON in arguments'),
      agent('', ['find', { id: 'a' }]),
      result('find', 'found'),
    ]);
    expect(run.blamed).toEqual([1]);
    expect(run.violations[0]?.recoveredPosition).toBe(3);
  });

  it('cannot tell of free text, unless the tool declares arguments', () => {
    const messages = [user('x'), agent('', ['patch', '*** Begin Patch']), result('patch', 'applied')];
    expect(runRule(rule, messages).violations).toEqual([]);
    expect(runRule(rule, messages).undecided?.count).toBe(1);
    const tools = [tool('patch', { type: 'object', properties: {} })];
    expect(runRule(rule, { messages, tools }).blamed).toEqual([1]);
  });

  it('lets valid JSON, an array and no arguments pass', () => {
    const run = runRule(rule, [user('x'), agent('', ['a', {}], ['b', [1]], ['c', ''])]);
    expect(run.checked).toBe(3);
    expect(run.violations).toEqual([]);
  });
});
