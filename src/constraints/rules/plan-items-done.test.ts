import { describe, expect, it } from 'vitest';
import { agent, result, runRule, user } from '../../../test/run-rule.ts';
import rule from './plan-items-done.ts';

const list = (...states: readonly string[]) => [
  agent('', ['todo_write', { todos: states.map((status, n) => ({ content: `Step "${n}" of the work`, status })) }]),
  result('todo_write', 'ok'),
];

describe('plan-items-done', () => {
  it('finds items that are left open', () => {
    const found = runRule(rule, [
      user('Do it'),
      ...list('pending', 'pending'),
      ...list('completed', 'pending'),
      agent('All is ready.'),
    ]);
    expect(found.blamed).toEqual([5]);
    expect(found.violations[0]?.message).toContain('1 of 2 items');
    expect(found.quotes[0]).toBe('All is ready.');
  });

  it('holds where all are done or dropped', () => {
    const found = runRule(rule, [user('Do it'), ...list('completed', 'cancelled'), agent('All is ready.')]);
    expect(found.blamed).toEqual([]);
    expect(found.checked).toBe(2);
  });

  it('cannot tell where the agent says what is left, or the run was cut off', () => {
    expect(
      runRule(rule, [user('Do it'), ...list('completed', 'pending'), agent('What remains is step 1.')]).undecided
        ?.count,
    ).toBe(1);
    expect(runRule(rule, [user('Do it'), ...list('completed', 'in_progress')]).undecided?.count).toBe(1);
  });

  it('does not take other lists for plans', () => {
    const orders = [agent('', ['send', { orders: [{ id: 1 }, { id: 2 }] }]), result('send', 'ok')];
    expect(runRule(rule, [user('Send'), ...orders, agent('Sent.')]).checked).toBe(0);
  });
});
