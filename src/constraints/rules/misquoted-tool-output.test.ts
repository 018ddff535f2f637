import { describe, expect, it } from 'vitest';
import { agent, result, runRule, user } from '../../../test/run-rule.ts';
import type { UngroundedValue } from '../../contracts/graph.ts';
import rule from './misquoted-tool-output.ts';
import { findMisquote } from './reading/quotations.ts';

const PAGE =
  'The tower was opened in 1889. It had 4,965 visitors in May. It is the tallest building of the whole old town by far.';
const say = (text: string) => [
  user('What does the page say?'),
  agent('', ['open', {}]),
  result('open', PAGE),
  agent(text),
];

/** The rule on a run whose graph says that one value of the answer has no source. */
function withUngrounded(text: string, value: string) {
  const { context } = runRule(rule, say(text));
  const event = context.trajectory.steps[3]?.events[0];
  const start = text.indexOf(value);
  const ungrounded: UngroundedValue[] = [
    {
      position: 3,
      eventId: event?.id ?? '',
      start,
      end: start + value.length,
      value,
      valueKind: 'number',
      usedAs: 'answer',
    },
  ];
  return rule.evaluate({ ...context, graph: { ...context.graph, ungrounded } });
}

describe('misquoted-tool-output', () => {
  it('finds a number with one digit wrong or two swapped', () => {
    for (const value of ['4,956', '4,965'.replace('6', '8')]) {
      const { violations } = withUngrounded(`It had ${value} visitors.`, value);
      expect(violations[0]?.evidence.map((one) => one.quote)).toEqual([value, '4,965']);
      expect(violations[0]?.step.position).toBe(3);
    }
  });

  it('needs a word beside the number that stands beside the other, too', () => {
    expect(withUngrounded('A flight costs 4,956 dollars.', '4,956').violations).toEqual([]);
  });

  it('finds a quotation with a word changed', () => {
    const found = runRule(rule, say('It says "It is the tallest building of the whole new town by far".'));
    expect(found.blamed).toEqual([3]);
    expect(found.quotes[1]).toBe('It is the tallest building of the whole old town by far');
  });

  it('holds for a quotation as it stands, and for one of something else', () => {
    expect(runRule(rule, say('It says "It is the tallest building of the whole old town by far".')).blamed).toEqual([]);
    expect(runRule(rule, say('As they say, "a bird in the hand is worth two in the bush".')).blamed).toEqual([]);
  });
});

describe('findMisquote', () => {
  it('is null where the words are the same, whatever stands between them', () => {
    expect(findMisquote('the old town by the sea', 'The old, old town. See: The OLD town -- by the sea!')).toBeNull();
  });
});
