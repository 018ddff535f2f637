import { describe, expect, it } from 'vitest';
import { agent, result, runRule, user } from '../../../test/run-rule.ts';
import rule from './tool-call-accepted.ts';

describe('tool-call-accepted', () => {
  it.each([
    'Error: missing required argument: date',
    '{"error": "Input validation error: limit must be of type integer"}',
    'Error: got an unexpected keyword argument',
    'Your proposed edit has introduced new syntax error(s).',
    'No replacement was performed, old_str did not appear verbatim.',
  ])('blames the call that met %j', (said) => {
    const run = runRule(rule, [
      user('x'),
      agent('', ['edit', { a: 1 }]),
      result('edit', said),
      agent('', ['edit', { a: 2 }]),
      result('edit', 'ok'),
    ]);
    expect(run.blamed).toEqual([1]);
    expect(run.violations[0]?.recoveredPosition).toBe(3);
  });

  it('leaves refusals, missing things and outages to other rules', () => {
    for (const said of ['Error: order cannot be modified', 'Error: user not found', 'Error: request timed out']) {
      const run = runRule(rule, [user('x'), agent('', ['edit', {}]), result('edit', said)]);
      expect(run.checked).toBe(1);
      expect(run.violations).toEqual([]);
    }
  });
});
