import { describe, expect, it } from 'vitest';
import { agent, result, runRule, user } from '../../../test/run-rule.ts';
import rule from './termination-present.ts';

const LOOKED = [user('Find it'), agent('', ['search', { q: 'x' }]), result('search', '3 hits')];

describe('termination-present', () => {
  it('blames the call whose result is the last thing in the run', () => {
    const run = runRule(rule, LOOKED);
    expect(run.blamed).toEqual([1]);
    expect(run.quotes[0]).toBe('3 hits');
  });

  it.each([
    'I will now compare the three hits.',
    'Next, I’ll open the first one.',
    'There are three. Let me open the first hit:',
    'Please hold on while I look.',
  ])('blames a run that ends on %j', (words) => {
    expect(runRule(rule, [...LOOKED, agent(words)]).blamed).toEqual([3]);
  });

  it.each([
    'It is the second hit.',
    'It is the second hit. Let me know if you need more.',
    'I will be here if you need me.',
    'The show ran until 1999. I will now list them: A, B and C. The answer is B.',
    'I will wait.\n\nTERMINATE',
  ])('lets a run end on %j', (words) => {
    expect(runRule(rule, [...LOOKED, agent(words)]).blamed).toEqual([]);
  });

  it('lets a run end on a call that closes it, by its name or its command', () => {
    for (const name of ['submit', 'final_answer', 'finish_task', 'transfer_to_human', 'attempt_completion']) {
      expect(runRule(rule, [user('x'), agent('', [name, { a: 1 }])]).blamed).toEqual([]);
      expect(runRule(rule, [user('x'), agent('', [name, { a: 1 }]), result(name, 'ok')]).blamed).toEqual([]);
    }
    const shell = [user('x'), agent('', ['bash', { command: 'echo COMPLETE_TASK_AND_SUBMIT && git diff' }])];
    expect(runRule(rule, [...shell, result('bash', 'diff')]).blamed).toEqual([]);
    expect(runRule(rule, [user('x'), agent('', ['find_answers', { a: 1 }])]).blamed).toEqual([1]);
  });

  it('does not apply where the user has the last word', () => {
    expect(runRule(rule, [...LOOKED, agent('Here.'), user('Thanks')]).checked).toBe(0);
  });
});
