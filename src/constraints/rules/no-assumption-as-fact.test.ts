import { describe, expect, it } from 'vitest';
import { agent, runRule, user } from '../../../test/run-rule.ts';
import rule from './no-assumption-as-fact.ts';

const run = (task: string, ...said: readonly string[]) =>
  runRule(rule, [user(task), ...said.map((text) => agent(text))]);

describe('no-assumption-as-fact', () => {
  it.each([
    "Let's assume that each block is 100 meters long.",
    'Assuming the file is named sales.csv, we load it.',
    'I will assume a price of $25.',
    'The rate is $0.10, based on general knowledge.',
  ])('finds that the agent goes on from its own guess: %s', (text) => {
    const found = run('How far is it to the park?', 'We start.', text);
    expect(found.blamed).toEqual([2]);
    expect(found.quotes[0]).toBe(text);
  });

  it.each([
    'If we assume 100 meters, it is far.',
    'Assuming the search returns a list, I will note the names.',
    'Should we assume that it is open?',
    'The user is assuming that it is open.',
    'The park is 400 meters away.',
  ])('leaves alone: %s', (text) => {
    expect(run('How far is it to the park?', text).blamed).toEqual([]);
  });

  it('does not mind what the task itself says to assume', () => {
    const task = 'If we assume that all articles had a p-value of 0.04, how many were wrong?';
    expect(run(task, 'We assume that all articles had a p-value of 0.04.').blamed).toEqual([]);
  });

  it('lets the agent ask the user about it', () => {
    const chat = [user('Change my address'), agent('I assume that the city is Phoenix. Is that right?'), user('Yes')];
    expect(runRule(rule, chat).blamed).toEqual([]);
  });
});
