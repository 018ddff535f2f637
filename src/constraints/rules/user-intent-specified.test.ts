import { describe, expect, it } from 'vitest';
import { agent, result, runRule, user } from '../../../test/run-rule.ts';
import rule from './user-intent-specified.ts';

const ASKED = [user('Change my flight'), agent('Could you please give me the reservation id?')];

describe('user-intent-specified', () => {
  it('finds that the user cannot say it and no call finds it out', () => {
    const found = runRule(rule, [
      ...ASKED,
      user("I don't have it with me. Can you look it up?"),
      agent('I need the id.'),
      user('I forgot it.'),
    ]);
    expect(found.blamed).toEqual([2]);
    expect(found.quotes).toEqual(["I don't have", 'Could you please give me the reservation id?']);
  });

  it('holds where a call finds it out, or the user says it', () => {
    const looked = [
      agent('', ['get_user', {}]),
      result('get_user', '{"reservations": ["A1B2C3"]}'),
      agent('Is it A1B2C3?'),
    ];
    expect(runRule(rule, [...ASKED, user("I don't remember."), ...looked]).blamed).toEqual([]);
    const said = runRule(rule, [...ASKED, user('It is A1B2C3.'), agent('Thank you.')]);
    expect(said.blamed).toEqual([]);
    expect(said.checked).toBe(1);
  });

  it('does not apply where nothing was asked', () => {
    expect(runRule(rule, [user('Hi'), agent('Hello.'), user("I don't know.")]).checked).toBe(0);
  });
});
