import { describe, expect, it } from 'vitest';
import { agent, result, runRule, user } from '../../../test/run-rule.ts';
import rule from './empty-result-acknowledged.ts';

const looked = (said: string) => [
  user('Any flights?'),
  agent('', ['search_flights', { to: 'X' }]),
  result('search_flights', said),
];

describe('empty-result-acknowledged', () => {
  it.each(['[]', '{"flights": []}', 'No results found.', 'null'])('blames a claim after %j', (said) => {
    const run = runRule(rule, [...looked(said), agent('The search shows two flights to X on Monday.')]);
    expect(run.blamed).toEqual([3]);
    expect(run.quotes[0]).toBe('The search shows');
  });

  it('lets an agent pass that says so, or that looks elsewhere first', () => {
    for (const words of [
      'Unfortunately there are no flights.',
      'The search shows none on Monday.',
      'Shall I try Tuesday?',
    ]) {
      expect(runRule(rule, [...looked('[]'), agent(words)]).blamed).toEqual([]);
    }
    const again = [
      ...looked('[]'),
      agent('', ['search_flights', { to: 'Y' }]),
      result('search_flights', '[{"id": 1}]'),
    ];
    expect(runRule(rule, [...again, agent('The search shows one flight.')]).blamed).toEqual([]);
  });

  it('does not count a tool that says nothing at all, a zero or a full result', () => {
    for (const said of ['', '0', '{"flights": [], "hotel": {"id": 3}}', '[{"id": 1}]']) {
      expect(runRule(rule, looked(said)).checked).toBe(0);
    }
  });
});
