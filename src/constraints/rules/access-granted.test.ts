import { describe, expect, it } from 'vitest';
import { agent, result, runRule, user } from '../../../test/run-rule.ts';
import rule from './access-granted.ts';

describe('access-granted', () => {
  it.each([
    'Error: 403 Forbidden',
    'Permission denied',
    'Address: https://a.example/p\nTitle: Error 403\nViewport position: top',
    'Here is a screenshot of [Just a moment...](https://a.example/). Verify you are human by completing the action below.',
    'Welcome. To read on, subscribe to continue reading this article.',
    'Error: The response was filtered due to the prompt triggering the content management policy',
  ])('names the step where %j was seen', (said) => {
    const run = runRule(rule, [user('x'), agent('', ['fetch', { url: 'a' }]), result('fetch', said)]);
    expect(run.blamed).toEqual([2]);
  });

  it('reads the report of a browsing agent', () => {
    const run = runRule(rule, [
      user('x'),
      agent('Address: https://a.example/p\nTitle: Access to this page has been denied\n'),
    ]);
    expect(run.blamed).toEqual([1]);
  });

  it('does not take a page with a log-in button, or talk of barriers, for one', () => {
    for (const said of [
      'Home | Log in | Register\nAn article on captchas',
      'Room 403 is free',
      '{"permission": "denied by vote"}',
    ]) {
      expect(runRule(rule, [user('x'), agent('', ['fetch', {}]), result('fetch', said)]).blamed).toEqual([]);
    }
    expect(runRule(rule, [user('x'), agent('The site says: sign in to continue.')]).blamed).toEqual([]);
  });
});
