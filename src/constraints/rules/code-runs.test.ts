import { describe, expect, it } from 'vitest';
import { agent, result, runRule, user } from '../../../test/run-rule.ts';
import rule from './code-runs.ts';

const RAISED =
  'exitcode: 1 (execution failed)\nCode output: Traceback (most recent call last):\n  File "a.py", line 3\nKeyError: \'price\'\n';

describe('code-runs', () => {
  it('blames the step that wrote the code, and knows the repair', () => {
    const run = runRule(rule, [
      user('x'),
      agent('', ['python', { code: 'rows = load(); print(sum(r["price"] for r in rows))' }]),
      result('python', RAISED),
      agent('', ['python', { code: 'rows = load(); print(sum(r["cost"] for r in rows))' }]),
      result('python', 'exitcode: 0 (execution succeeded)\nCode output: 12\n'),
    ]);
    expect(run.blamed).toEqual([1]);
    expect(run.quotes[0]).toBe("KeyError: 'price'");
    expect(run.violations[0]?.recoveredPosition).toBe(3);
  });

  it('does not take other code that works for the repair', () => {
    const run = runRule(rule, [
      user('x'),
      agent('', ['python', { code: 'load_prices("a.csv")' }]),
      result('python', RAISED),
      agent('', ['python', { code: 'print(2 ** 10)' }]),
      result('python', 'exitcode: 0 (execution succeeded)\nCode output: 1024\n'),
    ]);
    expect(run.violations[0]?.recoveredPosition).toBeNull();
  });

  it('leaves shells, failing tests and outages alone', () => {
    expect(runRule(rule, [user('x'), agent('', ['bash', { command: 'ls x' }]), result('bash', RAISED)]).checked).toBe(
      0,
    );
    for (const said of [
      '<returncode>1</returncode>\n<output>\nE   AssertionError: 1 != 2\n2 failed, 3 passed\n</output>',
      'exitcode: 1\nCode output: Traceback (most recent call last):\n  File "a.py", line 1\nTimeoutError: timed out\n',
    ]) {
      const run = runRule(rule, [user('x'), agent('', ['run_python', {}]), result('run_python', said)]);
      expect(run.checked).toBe(1);
      expect(run.violations).toEqual([]);
    }
  });
});
