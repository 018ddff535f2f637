import { describe, expect, it } from 'vitest';
import { agent, result, runRule, user } from '../../../test/run-rule.ts';
import rule from './tool-error-not-retried-blindly.ts';

const attempt = (given: unknown, said: string) => [agent('', ['run', given]), result('run', said)];
const REFUSED = 'Error: account 12 cannot be changed';

describe('tool-error-not-retried-blindly', () => {
  it('blames the unchanged second try', () => {
    const run = runRule(rule, [user('x'), ...attempt({ a: 1 }, REFUSED), ...attempt({ a: 1 }, REFUSED)]);
    expect(run.blamed).toEqual([3]);
    expect(run.quotes).toHaveLength(3);
  });

  it('lets a changed try, a try after other work and a try after a word of the user pass', () => {
    expect(runRule(rule, [user('x'), ...attempt({ a: 1 }, REFUSED), ...attempt({ a: 2 }, REFUSED)]).blamed).toEqual([]);
    const worked = [agent('', ['fix', {}]), result('fix', 'done')];
    expect(
      runRule(rule, [user('x'), ...attempt({ a: 1 }, REFUSED), ...worked, ...attempt({ a: 1 }, REFUSED)]).blamed,
    ).toEqual([]);
    expect(
      runRule(rule, [user('x'), ...attempt({ a: 1 }, REFUSED), user('again'), ...attempt({ a: 1 }, REFUSED)]).blamed,
    ).toEqual([]);
  });

  it('waits out an outage by one retry', () => {
    const out = 'Error: service unavailable';
    const two = [user('x'), ...attempt({ a: 1 }, out), ...attempt({ a: 1 }, out)];
    expect(runRule(rule, two).blamed).toEqual([]);
    expect(runRule(rule, [...two, ...attempt({ a: 1 }, out)]).blamed).toEqual([5]);
  });

  it('blames the third failure of one kind in a row, whatever was varied', () => {
    const run = runRule(rule, [
      user('x'),
      ...attempt({ a: 1 }, REFUSED),
      user('yes'),
      ...attempt({ a: 2 }, REFUSED),
      user('yes'),
      ...attempt({ a: 3 }, 'Error: account 13 cannot be changed'),
      ...attempt({ a: 4 }, 'ok'),
    ]);
    expect(run.blamed).toEqual([7]);
    expect(run.violations[0]?.recoveredPosition).toBe(9);
  });
});
