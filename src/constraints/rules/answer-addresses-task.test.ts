import { describe, expect, it } from 'vitest';
import { agent, result, runRule, user } from '../../../test/run-rule.ts';
import rule from './answer-addresses-task.ts';

const run = (task: string, ...said: readonly string[]) =>
  runRule(rule, [user(task), ...said.map((text) => agent(text))]);

describe('answer-addresses-task', () => {
  it.each([
    'I was unable to find the number of stops.',
    'FINAL ANSWER: Unable to determine',
    'Unfortunately, we could not verify the figures.',
  ])('finds an end without an answer: %s', (text) => {
    const found = run('How many stops are there?', 'There are some.', text);
    expect(found.blamed).toEqual([2]);
    expect(found.violations[0]?.message).toContain('gives up');
  });

  it('finds that a number was asked for and none was given', () => {
    expect(run('How many stops are there?', 'Let me look.', 'Please run the script.').violations[0]?.message).toContain(
      'asks for a number',
    );
  });

  it.each(['There are 6 stops.', 'FINAL ANSWER: six', 'None.'])('holds for %s', (text) => {
    expect(run('How many stops are there?', text, 'TERMINATE').blamed).toEqual([]);
    expect(run('How many stops are there?', text, 'TERMINATE').checked).toBe(1);
  });

  it('finds the answer before a last word of agreement', () => {
    expect(run('How many stops are there?', 'There are 6.', 'I agree with that.').blamed).toEqual([]);
  });

  it('does not apply to conversations and to work on software', () => {
    const chat = [
      user('How many stops?'),
      agent('Which line?'),
      user('The red one'),
      agent('', ['get', {}]),
      result('get', '6'),
      agent('I could not find it.'),
    ];
    expect(runRule(rule, chat).checked).toBe(0);
    expect(run('How many tests of this repository fail?', 'I cannot find any.').checked).toBe(0);
  });
});
