import { describe, expect, it } from 'vitest';
import { agent, result, runRule, user } from '../../../test/run-rule.ts';
import rule from './code-gives-output.ts';

const ran = (said: string) => `exitcode: 0 (execution succeeded)\nCode output: ${said}`;

describe('code-gives-output', () => {
  it.each([
    '',
    '\n',
    '[]\n',
    'None\n',
    'The longest word found is: \n',
    'Population data not found.\n',
    'No matching rows were found.\n',
  ])('blames the step whose code gave %j', (said) => {
    const run = runRule(rule, [user('x'), agent('', ['python', { code: 'find()' }]), result('python', ran(said))]);
    expect(run.blamed).toEqual([1]);
    expect(run.violations[0]?.recoveredPosition).toBeNull();
  });

  it.each(['0\n', 'False\n', '12\n', "{'a': None}\n", 'Total: 12\n', 'Nothing was found at A.\nBut B has 3.\n'])(
    'lets %j pass',
    (said) => {
      const run = runRule(rule, [user('x'), agent('', ['python', {}]), result('python', ran(said))]);
      expect(run.checked).toBe(1);
      expect(run.blamed).toEqual([]);
    },
  );

  it('is made good by a later run of the same work', () => {
    const run = runRule(rule, [
      user('x'),
      agent('', ['python', { code: 'rows = scrape(url); rows' }]),
      result('python', ran('')),
      agent('', ['python', { code: 'rows = scrape(url); print(rows)' }]),
      result('python', ran('3 rows\n')),
    ]);
    expect(run.violations[0]?.recoveredPosition).toBe(3);
  });

  it('leaves shells and silent tools alone', () => {
    expect(runRule(rule, [user('x'), agent('', ['bash', {}]), result('bash', ran(''))]).checked).toBe(0);
    expect(runRule(rule, [user('x'), agent('', ['write_code', {}]), result('write_code', '')]).blamed).toEqual([]);
  });
});
