import { describe, expect, it } from 'vitest';
import { agent, result, runRule, user } from '../../../test/run-rule.ts';
import rule from './no-premature-stop.ts';

const FAILED = [
  user('Plot it'),
  agent('', ['plot', {}]),
  result('plot', 'Error: the renderer cannot open the display'),
];

describe('no-premature-stop', () => {
  it('blames the last words after a failure that nothing made good', () => {
    const run = runRule(rule, [...FAILED, agent('The curve rises, I would say.')]);
    expect(run.blamed).toEqual([3]);
    expect(run.quotes[1]).toContain('cannot open the display');
  });

  it('blames a last word that gives up', () => {
    const run = runRule(rule, [
      user('Who?'),
      agent('', ['search', {}]),
      result('search', 'some page'),
      agent('I was unable to determine who.'),
    ]);
    expect(run.blamed).toEqual([3]);
  });

  it('lets a second way, a question to the user and a good end pass', () => {
    const second = [...FAILED, agent('', ['plot', { file: true }]), result('plot', 'saved'), agent('The curve rises.')];
    expect(runRule(rule, second).blamed).toEqual([]);
    expect(runRule(rule, [...FAILED, agent('Shall I save it?'), user('Yes'), agent('Good.')]).blamed).toEqual([]);
    const other = [...FAILED, agent('By hand then.'), agent('The first value is 1.'), agent('So the curve rises.')];
    expect(runRule(rule, other).blamed).toEqual([]);
    expect(runRule(rule, [user('x'), agent('Nothing could be simpler: 4.')]).blamed).toEqual([]);
  });

  it('does not take a thought for the last word', () => {
    const thought = { role: 'assistant', reasoning: 'I cannot find it yet, so I could guess.', content: 'It is 12.' };
    expect(runRule(rule, [user('x'), thought]).blamed).toEqual([]);
  });

  it('leaves a run without last words to termination-present', () => {
    expect(runRule(rule, FAILED).blamed).toEqual([]);
  });
});
