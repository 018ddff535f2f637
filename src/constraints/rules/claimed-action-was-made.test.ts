import { describe, expect, it } from 'vitest';
import { agent, result, runRule, user } from '../../../test/run-rule.ts';
import rule from './claimed-action-was-made.ts';

const START = [
  user('Cancel my order #W100 and then #W200.'),
  agent('', ['get_order', { id: '#W100' }]),
  result('get_order', '{"status": "pending"}'),
];
const cancel = (id: string, answer: string) => [agent('', ['cancel_order', { id }]), result('cancel_order', answer)];

describe('claimed-action-was-made', () => {
  it('finds an action that no call did', () => {
    const found = runRule(rule, [
      ...START,
      agent('I will cancel it.'),
      user('Yes'),
      agent('Your order has been cancelled.'),
      ...cancel('#W100', '{"status": "ok"}'),
    ]);
    expect(found.blamed).toEqual([5]);
    expect(found.quotes[0]).toBe('Your order has been cancelled.');
  });

  it('finds an action whose call failed', () => {
    const found = runRule(rule, [
      ...START,
      ...cancel('#W100', 'Error: order cannot be changed'),
      agent('I have cancelled the order.'),
    ]);
    expect(found.violations[0]?.message).toContain('the call of cancel_order failed');
    expect(found.quotes).toContain('Error: order cannot be changed');
  });

  it('finds an action that was done for something else', () => {
    const found = runRule(rule, [
      ...START,
      agent('', ['get_order', { id: '#W200' }]),
      result('get_order', '{"status": "pending"}'),
      ...cancel('#W100', '{"status": "ok"}'),
      agent('Order #W200 has been cancelled.'),
    ]);
    expect(found.violations[0]?.message).toContain('no call did it for #W200');
  });

  it('holds where the call worked, and for nouns', () => {
    expect(
      runRule(rule, [...START, ...cancel('#W100', '{"status": "ok"}'), agent('Order #W100 has been cancelled.')])
        .blamed,
    ).toEqual([]);
    expect(
      runRule(rule, [...START, ...cancel('#W100', '{"status": "ok"}'), agent('The cancellation has been processed.')])
        .blamed,
    ).toEqual([]);
  });

  it('takes a state that a tool told, a plan, or a condition for what it is', () => {
    const told = [...START, agent('', ['get_order', { id: '#W200' }]), result('get_order', '{"status": "cancelled"}')];
    expect(
      runRule(rule, [...told, agent('Order #W200 has been cancelled.'), ...cancel('#W100', 'Error: no')]).blamed,
    ).toEqual([]);
    for (const text of [
      'Once it has been cancelled, you get an e-mail.',
      'Has it been cancelled?',
      'It has not been cancelled.',
    ]) {
      expect(runRule(rule, [...START, agent(text), ...cancel('#W100', 'Error: no')]).checked).toBe(0);
    }
  });

  it('cannot tell where no tool is known to do such a thing, unless every call only reads', () => {
    const code = [agent('', ['python', { code: 'book()' }]), result('python', 'ok')];
    const unknown = runRule(rule, [...START, ...code, agent('I have booked a table.')]);
    expect(unknown.blamed).toEqual([]);
    expect(unknown.undecided?.count).toBe(1);
    expect(runRule(rule, [...START, agent('I have booked a table.')]).blamed).toEqual([3]);
  });
});
