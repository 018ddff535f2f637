import { describe, expect, it } from 'vitest';
import { agent, result, runRule, user } from '../../../test/run-rule.ts';
import rule from './tool-error-acknowledged.ts';

const FAILED = [
  user('Send it back'),
  agent('', ['return_item', { id: 4 }]),
  result('return_item', 'Error: the return window is closed, items cannot be returned'),
];

describe('tool-error-acknowledged', () => {
  it('blames the step that claims success', () => {
    const run = runRule(rule, [...FAILED, agent('Your item has been returned. You will get 20 dollars.')]);
    expect(run.blamed).toEqual([3]);
    expect(run.quotes[0]).toBe('has been returned');
    expect(run.quotes[1]).toContain('cannot be returned');
  });

  it('is satisfied by an agent that names the failure, or tries again first', () => {
    expect(runRule(rule, [...FAILED, agent('Unfortunately the window is closed.')]).violations).toEqual([]);
    const again = [...FAILED, agent('', ['return_item', { id: 5 }]), result('return_item', 'ok')];
    const run = runRule(rule, [...again, agent('It has been returned.')]);
    expect(run.checked).toBe(1);
    expect(run.violations).toEqual([]);
  });

  it('cannot tell where the agent says neither, or another call of the step succeeded', () => {
    expect(runRule(rule, [...FAILED, agent('The next item is a lamp.')]).undecided?.count).toBe(1);
    const two = [
      user('Send both back'),
      agent('', ['return_item', { id: 1 }], ['log', {}]),
      result('return_item', 'Error: items cannot be returned'),
      result('log', 'ok'),
      agent('The note has been saved.'),
    ];
    expect(runRule(rule, two).undecided?.count).toBe(1);
  });

  it('does not count what was merely not found, and stops at the next word of the user', () => {
    const missing = [
      user('x'),
      agent('', ['find', {}]),
      result('find', 'Error: user not found'),
      agent('It has been sent.'),
    ];
    expect(runRule(rule, missing).checked).toBe(0);
    const later = [...FAILED, user('And the lamp?'), agent('The lamp has been sent.')];
    expect(runRule(rule, later).violations).toEqual([]);
  });

  it('cannot tell where code printed much before it failed', () => {
    const printed = `exitcode: 1 (execution failed)\nCode output: ${'Result: a page. '.repeat(60)}\nTraceback (most recent call last):\n  File "a.py", line 1\nTypeError: bad\n`;
    const run = runRule(rule, [
      user('x'),
      agent('', ['python', {}]),
      result('python', printed),
      agent('The results show a page.'),
    ]);
    expect(run.violations).toEqual([]);
    expect(run.undecided?.count).toBe(1);
  });
});
