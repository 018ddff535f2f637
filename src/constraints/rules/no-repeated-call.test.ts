import { describe, expect, it } from 'vitest';
import { agent, result, runRule, user } from '../../../test/run-rule.ts';
import rule from './no-repeated-call.ts';

const look = (given: unknown, said: string) => [agent('', ['look', given]), result('look', said)];

describe('no-repeated-call', () => {
  it('blames the first repetition of three equal calls with equal results', () => {
    const other = [agent('', ['note', {}]), result('note', 'ok')];
    const run = runRule(rule, [
      user('x'),
      ...look({ p: 1 }, 'page A'),
      ...other,
      ...look({ p: 1 }, 'page A'),
      ...look({ p: 1 }, 'page A'),
    ]);
    expect(run.blamed).toEqual([5]);
    expect(run.violations[0]?.message).toContain('3 times');
  });

  it('lets a call pass that waits until something else comes back', () => {
    const pending = Array.from({ length: 4 }, () => look({ job: 1 }, 'pending')).flat();
    expect(
      runRule(rule, [user('x'), ...pending, ...look({ job: 1 }, 'done, 340 rows'), agent('It is.')]).blamed,
    ).toEqual([]);
    expect(runRule(rule, [user('x'), ...pending, agent('I give up.')]).blamed).toEqual([3]);
  });

  it('lets two, other arguments, other results and distant repetitions pass', () => {
    const twice = [user('x'), ...look({ p: 1 }, 'page A'), ...look({ p: 1 }, 'page A')];
    expect(runRule(rule, twice).blamed).toEqual([]);
    expect(runRule(rule, [...twice, ...look({ p: 2 }, 'page A')]).blamed).toEqual([]);
    expect(runRule(rule, [...twice, ...look({ p: 1 }, 'page B')]).blamed).toEqual([]);
    const work = Array.from({ length: 8 }, (_, n) => [agent('', ['work', { n }]), result('work', 'ok')]).flat();
    expect(runRule(rule, [...twice, ...work, ...look({ p: 1 }, 'page A')]).blamed).toEqual([]);
  });
});
