import { describe, expect, it } from 'vitest';
import { agent, result, runRule, user } from '../../../test/run-rule.ts';
import rule from './inability-tried-first.ts';

const call = [agent('', ['get_user', { id: 'u1' }]), result('get_user', '{"balance": 40}')];

describe('inability-tried-first', () => {
  it('finds a refusal that no call backs, and the call that comes later', () => {
    const found = runRule(rule, [
      user('What is my balance?'),
      agent("I'm unable to access your balance."),
      user('Try u1'),
      ...call,
    ]);
    expect(found.blamed).toEqual([1]);
    expect(found.violations[0]?.recoveredPosition).toBe(3);
    expect(found.quotes).toEqual(["I'm unable to access your balance.", 'What is my balance?']);
  });

  it('holds after a call, and leaves reasons of policy alone', () => {
    expect(runRule(rule, [user('Hm?'), ...call, agent('I cannot find a balance.')]).blamed).toEqual([]);
    const refused = [
      user('Hm?'),
      agent('I cannot provide details without verifying your identity, as the policy says.'),
      user('u1'),
      ...call,
    ];
    expect(runRule(rule, refused).checked).toBe(0);
  });

  it('does not judge an agent without tools', () => {
    expect(runRule(rule, [user('Hm?'), agent('I cannot access the web.')]).checked).toBe(0);
  });
});
