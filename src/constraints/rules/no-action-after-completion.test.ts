import { describe, expect, it } from 'vitest';
import { agent, result, runRule, user } from '../../../test/run-rule.ts';
import rule from './no-action-after-completion.ts';

const DONE = agent('The total is 12.\n\nFINAL ANSWER: 12');

describe('no-action-after-completion', () => {
  it('blames the step that acts on', () => {
    const run = runRule(rule, [user('x'), DONE, agent('', ['delete_all', { sure: true }]), result('delete_all', 'ok')]);
    expect(run.blamed).toEqual([2]);
    expect(run.quotes).toEqual(['{"sure":true}', '\nFINAL ANSWER']);
  });

  it('blames long words that go on', () => {
    expect(
      runRule(rule, [user('x'), agent('12\nTERMINATE'), agent('Wait, let me reconsider. '.repeat(12))]).blamed,
    ).toEqual([2]);
  });

  it('lets a closing word, a second marker and a new request pass', () => {
    expect(runRule(rule, [user('x'), DONE, agent('Goodbye.'), agent('TERMINATE')]).blamed).toEqual([]);
    const more = [
      user('x'),
      DONE,
      user('And now delete it'),
      agent('', ['delete_all', {}]),
      result('delete_all', 'ok'),
    ];
    expect(runRule(rule, more).blamed).toEqual([]);
  });

  it('does not apply where nobody announces an end', () => {
    expect(runRule(rule, [user('x'), agent('Reply with TERMINATE when done.'), agent('y')]).checked).toBe(0);
  });
});
