import { describe, expect, it } from 'vitest';
import { agent, runRule, user } from '../../../test/run-rule.ts';
import rule from './no-simulated-tool-output.ts';

const run = (task: string, text: string) => runRule(rule, [user(task), agent(text)]);
const TASK = 'What was the lowest price a house was sold for in May?';

describe('no-simulated-tool-output', () => {
  it.each([
    ["Let's create a sample dataset of sales.", 'sample dataset'],
    ['Here is a hypothetical scenario of the board.', 'hypothetical scenario'],
    ['For the sake of demonstration, the prices are 1 and 2.', 'For the sake of demonstration'],
    ['I will simulate the search.', 'I will simulate'],
    ['The simulated data show 850,000.', 'simulated data'],
  ])('finds %s', (text, words) => {
    const found = run(TASK, text);
    expect(found.blamed).toEqual([1]);
    expect(found.quotes).toEqual([words]);
  });

  it.each(['For example, you could pick the blue one.', 'The data show 850,000.', 'I will search for it.'])(
    'leaves alone: %s',
    (text) => {
      expect(run(TASK, text).blamed).toEqual([]);
      expect(run(TASK, text).checked).toBe(1);
    },
  );

  it('does not apply where it was asked for, nor to work on software', () => {
    expect(run('Simulate 1,000 throws of a die.', 'The simulated data show 3.5.').checked).toBe(0);
    expect(run('Fix the bug in this repository.', 'I add a test with dummy data.').checked).toBe(0);
  });
});
