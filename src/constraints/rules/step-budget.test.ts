import { describe, expect, it } from 'vitest';
import { agent, result, runRule, user } from '../../../test/run-rule.ts';
import rule from './step-budget.ts';

const ends = (content: string) => [user('x'), agent('Working on it.'), { role: 'system', content }];

describe('step-budget', () => {
  it.each([
    'Maximum number of turns reached (30).',
    'Agent stopped: iteration limit of 25 was reached.',
    'LimitsExceeded',
    'GraphRecursionError: Recursion limit of 25 reached without hitting a stop condition.',
    'Stopped: cost budget exhausted',
    "This model's maximum context length is 8192 tokens",
  ])('names the step where the harness says %j', (words) => {
    expect(runRule(rule, ends(words)).blamed).toEqual([2]);
  });

  it('does not believe agents, users and tools, nor the start of a run', () => {
    const words = 'The maximum number of turns was reached.';
    expect(runRule(rule, [user('x'), agent(words)]).blamed).toEqual([]);
    expect(runRule(rule, [user(words), agent('Fine.')]).blamed).toEqual([]);
    expect(runRule(rule, [user('x'), agent('', ['cat', {}]), result('cat', words)]).blamed).toEqual([]);
    const policy = { role: 'system', content: 'Stop when the maximum number of turns is reached.' };
    expect(runRule(rule, [policy, user('x'), agent('a'), user('y'), agent('b')]).blamed).toEqual([]);
  });
});
