import { describe, expect, it } from 'vitest';
import { agent, result, runRule, tool, user } from '../../../test/run-rule.ts';
import rule from './tool-known.ts';

const tools = [tool('find', {})];

describe('tool-known', () => {
  it('blames a call of a tool that is not declared and did not answer', () => {
    const messages = [
      user('x'),
      agent('', ['search', { q: 1 }]),
      result('search', 'Error: no handler'),
      agent('Done.'),
    ];
    expect(runRule(rule, { messages, tools }).blamed).toEqual([1]);
  });

  it('believes a dispatcher that says so, with no tools declared', () => {
    const run = runRule(rule, [user('x'), agent('', ['search', {}]), result('search', 'Error: Unknown tool "search"')]);
    expect(run.blamed).toEqual([1]);
    expect(run.quotes).toEqual(['Unknown tool']);
  });

  it('cannot tell where an undeclared tool answered', () => {
    const messages = [user('x'), agent('', ['built_in', {}]), result('built_in', 'here you are')];
    const run = runRule(rule, { messages, tools });
    expect(run.violations).toEqual([]);
    expect(run.undecided?.count).toBe(1);
  });

  it('does not take a function that code misses, or a page about tools, for one', () => {
    const missing = 'exitcode: 1 (execution failed)\nCode output: unknown function: plot\n';
    expect(runRule(rule, [user('x'), agent('', ['python', '{}']), result('python', missing)]).violations).toEqual([]);
    const page = 'How to fix "unknown tool" in your agent';
    expect(runRule(rule, [user('x'), agent('', ['fetch', '{}']), result('fetch', page)]).violations).toEqual([]);
  });
});
