import { describe, expect, it } from 'vitest';
import { agent, result, runRule, user } from '../../../test/run-rule.ts';
import rule from './infrastructure-available.ts';

describe('infrastructure-available', () => {
  it.each([
    'Error: request timed out',
    '{"error": {"message": "429 Too Many Requests"}}',
    'Error: 503 Service Unavailable',
    'exitcode: 1 (execution failed)\nCode output: Traceback (most recent call last):\n  File "a.py", line 1\nrequests.exceptions.ConnectionError: Max retries exceeded\n',
    'I see [shop.example](chrome-error://chromewebdata/)',
  ])('names the step where %j was seen', (said) => {
    const run = runRule(rule, [user('x'), agent('', ['fetch', { url: 'a' }]), result('fetch', said)]);
    expect(run.blamed).toEqual([2]);
  });

  it('is made good by the same request answered later, not by any other', () => {
    const out = [
      user('x'),
      agent('', ['fetch', { url: 'shop.example/a' }]),
      result('fetch', 'Error: request timed out'),
    ];
    const other = [...out, agent('', ['fetch', { query: 'weather' }]), result('fetch', 'sunny')];
    expect(runRule(rule, other).violations[0]?.recoveredPosition).toBeNull();
    const same = [...other, agent('', ['fetch', { url: 'shop.example/a' }]), result('fetch', 'a page')];
    expect(runRule(rule, same).violations[0]?.recoveredPosition).toBe(5);
  });

  it('does not take numbers and talk of outages for one', () => {
    for (const said of [
      '{"price": 503}',
      'The page explains HTTP 503 and timeouts.',
      '<returncode>0</returncode>\n<output>\ntimeout=5\n</output>',
    ]) {
      expect(runRule(rule, [user('x'), agent('', ['fetch', {}]), result('fetch', said)]).blamed).toEqual([]);
    }
  });
});
