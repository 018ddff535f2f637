import { describe, expect, it } from 'vitest';
import { agent, runRule, user } from '../../../test/run-rule.ts';
import rule from './no-repeated-message.ts';

const LONG =
  'I have looked at your order and there are three items in it: a lamp, a desk and a chair, all of them black.';

describe('no-repeated-message', () => {
  it('blames the first repetition, once', () => {
    const run = runRule(rule, [user('a'), agent(LONG), user('b'), agent(LONG), user('c'), agent(`${LONG} `)]);
    expect(run.blamed).toEqual([3]);
    expect(run.checked).toBe(3);
  });

  it('lets short words, other words and other speakers pass', () => {
    expect(runRule(rule, [user('a'), agent('Done.'), user('b'), agent('Done.')]).checked).toBe(0);
    const other = LONG.replace('three', 'four')
      .replace('lamp', 'sofa')
      .replace('black', 'white')
      .replace('order', 'cart');
    expect(runRule(rule, [user('a'), agent(LONG), user('b'), agent(other)]).blamed).toEqual([]);
    const two = [
      { role: 'assistant', name: 'one', content: LONG },
      { role: 'assistant', name: 'two', content: LONG },
    ];
    expect(runRule(rule, [user('a'), ...two]).blamed).toEqual([]);
  });
});
