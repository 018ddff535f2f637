import { describe, expect, it } from 'vitest';
import { agent, result, runRule, user } from '../../../test/run-rule.ts';
import rule from './output-not-truncated-as-evidence.ts';

const CUT = `${'id,price\n1,2\n'.repeat(80)}... [output truncated, 4000 lines omitted]`;
const looked = [user('Highest?'), agent('', ['cat', { file: 'a.csv' }]), result('cat', CUT)];

describe('output-not-truncated-as-evidence', () => {
  it('blames a statement about the whole', () => {
    const run = runRule(rule, [...looked, agent('All rows have a price of 2.')]);
    expect(run.blamed).toEqual([3]);
    expect(run.quotes).toEqual(['All rows have', '[output truncated']);
  });

  it('lets a statement about what is seen, a look at the rest and a mention of the cut pass', () => {
    expect(runRule(rule, [...looked, agent('The first row has a price of 2.')]).blamed).toEqual([]);
    expect(
      runRule(rule, [...looked, agent('', ['tail', {}]), result('tail', '9'), agent('All rows have one.')]).blamed,
    ).toEqual([]);
    expect(runRule(rule, [...looked, agent('The output is truncated, but all rows have a price.')]).blamed).toEqual([]);
  });

  it('does not take a page that speaks of cutting for a cut one', () => {
    const page = `${'text '.repeat(200)} the result is truncated to 3 digits ${'text '.repeat(200)}`;
    expect(runRule(rule, [user('x'), agent('', ['cat', {}]), result('cat', page)]).checked).toBe(0);
  });
});
