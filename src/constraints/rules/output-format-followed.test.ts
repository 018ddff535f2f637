import { describe, expect, it } from 'vitest';
import { agent, runRule, user } from '../../../test/run-rule.ts';
import rule from './output-format-followed.ts';

const run = (task: string, ...said: readonly string[]) =>
  runRule(rule, [user(task), ...said.map((text) => agent(text))]);

describe('output-format-followed', () => {
  it.each([
    ['How tall is it? Just give the number.', 'It is 1.8 meters tall.'],
    ['List them as a comma separated list.', 'FINAL ANSWER: apples and pears and figs and plums'],
    ['Respond only with JSON.', 'Here it is: {"a": 1}'],
    ['Is it open? Answer with yes or no.', 'It depends on the day.'],
    ['Answer in one word.', 'The tower.'],
  ])('finds that %s is not followed by %s', (task, answer) => {
    const found = run(task, answer);
    expect(found.blamed).toEqual([1]);
    expect(found.violations[0]?.message).toContain('the task demands');
  });

  it.each([
    ['How tall is it? Just give the number.', 'FINAL ANSWER: 1.8'],
    ['How tall is it? Just give the number.', '**1,800**'],
    ['List them as a comma separated list.', 'apples, pears'],
    ['Respond only with JSON.', '```json\n{"a": 1}\n```'],
    ['Is it open? Answer with yes or no.', 'No.'],
    ['Answer in one word.', 'Tower.'],
  ])('holds where %s is followed by %s', (task, answer) => {
    const found = run(task, answer, 'TERMINATE');
    expect(found.blamed).toEqual([]);
    expect(found.checked).toBe(1);
  });

  it('cannot tell the answer from the text around it', () => {
    expect(run('Just give the number.', 'We compute.\n\nSo it is 1.8 meters.').undecided?.count).toBe(1);
  });

  it('does not apply where no form is demanded', () => {
    expect(run('How tall is it?', 'Very.').checked).toBe(0);
  });
});
