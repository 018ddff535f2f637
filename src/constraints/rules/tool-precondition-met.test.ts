import { describe, expect, it } from 'vitest';
import { agent, result, runRule, user } from '../../../test/run-rule.ts';
import rule from './tool-precondition-met.ts';

describe('tool-precondition-met', () => {
  it('blames the call that was refused', () => {
    const run = runRule(rule, [
      user('cancel it'),
      agent('', ['cancel_order', { id: 1 }]),
      result('cancel_order', 'Error: non-pending order cannot be cancelled'),
      agent('I am sorry, it has shipped.'),
    ]);
    expect(run.blamed).toEqual([1]);
    expect(run.quotes[0]).toBe('Error: non-pending order cannot be cancelled');
    expect(run.violations[0]?.recoveredPosition).toBeNull();
  });

  it('is made good by the same tool succeeding later', () => {
    const run = runRule(rule, [
      user('book'),
      agent('', ['book', { paid: 1 }]),
      result('book', 'Error: payment amount does not add up, total price is 2, but paid 1'),
      agent('', ['book', { paid: 2 }]),
      result('book', 'booked'),
    ]);
    expect(run.violations[0]?.recoveredPosition).toBe(3);
  });

  it('does not fire on what is merely not there', () => {
    const run = runRule(rule, [user('x'), agent('', ['find', {}]), result('find', 'Error: user not found')]);
    expect(run.checked).toBe(1);
    expect(run.violations).toEqual([]);
  });
});
