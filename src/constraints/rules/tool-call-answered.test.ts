import { describe, expect, it } from 'vitest';
import { agent, result, runRule, user } from '../../../test/run-rule.ts';
import rule from './tool-call-answered.ts';

describe('tool-call-answered', () => {
  it('blames the step whose call was never answered', () => {
    const run = runRule(rule, [
      user('two things'),
      agent('', ['first', {}]),
      result('first', 'ok'),
      agent('', ['second', { a: 1 }]),
      agent('Done.'),
    ]);
    expect(run.blamed).toEqual([3]);
    expect(run.quotes).toEqual(['{"a":1}']);
  });

  it('cannot tell where the run ends at the call', () => {
    const run = runRule(rule, [user('x'), agent('', ['first', {}]), result('first', 'ok'), agent('', ['second', {}])]);
    expect(run.violations).toEqual([]);
    expect(run.undecided?.count).toBe(1);
  });

  it('does not apply where no call of the trace has a result', () => {
    expect(runRule(rule, [user('x'), agent('', ['first', {}]), agent('Done.')]).checked).toBe(0);
  });
});
