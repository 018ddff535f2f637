import { describe, expect, it } from 'vitest';
import { agent, result, runRule, user } from '../../../test/run-rule.ts';
import { createWorkCount } from '../../../test/work-count.ts';
import rule from './no-cycle.ts';

const countWork = createWorkCount();

const act = (name: string, given: unknown, said: string) => [agent('', [name, given]), result(name, said)];

describe('no-cycle', () => {
  it('blames the second of three equal acts in a row', () => {
    const run = runRule(rule, [
      user('x'),
      ...act('open', { n: 1 }, 'page'),
      ...act('open', { n: 1 }, 'page'),
      ...act('open', { n: 1 }, 'page'),
    ]);
    expect(run.blamed).toEqual([3]);
    expect(run.violations[0]?.message).toBe('the same act 3 times over, with the same outcome');
  });

  it('sees a ping-pong of two acts, with counters and clocks that differ', () => {
    const round = (n: number) => [
      ...act('list', {}, `3 files, seen ${n} s ago`),
      ...act('read', { f: 'a' }, `text of the file, read at 12:0${n}`),
    ];
    const run = runRule(rule, [user('x'), ...round(1), ...round(2), ...round(3)]);
    expect(run.blamed).toEqual([5]);
    expect(run.violations[0]?.message).toContain('the same 2 acts 3 times');
  });

  it('sees a long round at its first repetition', () => {
    const round = ['a', 'b', 'c', 'd', 'e'].flatMap((name) => act(name, {}, `what ${name} gives`));
    expect(runRule(rule, [user('x'), ...round, ...round]).blamed).toEqual([11]);
  });

  it('sees agents that repeat each other over the heads of the rest', () => {
    const history = Array.from({ length: 3 }, (_, n) => [
      {
        role: 'assistant',
        name: 'Lead',
        content: `Attempt ${n}: please open the report in yet another way, number ${n * 7}`,
      },
      { role: 'assistant', name: 'Reader', content: 'The report could not be opened because the file is locked.' },
    ]).flat();
    const run = runRule(rule, {
      question: 'Read it',
      history,
      mistake_agent: 'x',
      mistake_step: '0',
      mistake_reason: '',
    });
    expect(run.blamed).toEqual([3]);
  });

  it('lets progress pass: other arguments, other results, two equal acts', () => {
    const pages = [1, 2, 3, 4].flatMap((n) => act('open', { n }, 'page'));
    expect(runRule(rule, [user('x'), ...pages]).blamed).toEqual([]);
    const news = ['red', 'green', 'blue', 'black'].flatMap((said) => act('poll', {}, said));
    expect(runRule(rule, [user('x'), ...news]).blamed).toEqual([]);
    expect(runRule(rule, [user('x'), ...act('open', {}, 'p'), ...act('open', {}, 'p')]).blamed).toEqual([]);
  });

  it('takes near-linear time', () => {
    const workOf = (count: number): number => {
      const many = Array.from({ length: count }, (_, n) => act('step', { n }, `result ${n} ${'word '.repeat(50)}`));
      return countWork(() => expect(runRule(rule, [user('x'), ...many.flat()]).blamed).toEqual([]));
    };
    expect(workOf(4_000)).toBeLessThan(16 * workOf(500));
  });
});
