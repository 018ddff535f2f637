import { describe, expect, it } from 'vitest';
import { agent, result, runRule, user } from '../../../test/run-rule.ts';
import type { UngroundedValue } from '../../contracts/graph.ts';
import rule from './value-grounded-in-answer.ts';

/** The rule on a run whose graph says that these words of the last message have no source. */
function withUngrounded(
  answer: string,
  values: readonly string[],
  kind: UngroundedValue['valueKind'] = 'number',
  task = 'How many people live there?',
) {
  const messages = [
    user(task),
    agent('', ['get', {}]),
    result('get', '{"price": 300, "tax": 12.5, "rooms": 40}'),
    agent(answer),
  ];
  const { context } = runRule(rule, messages);
  const event = context.trajectory.steps[3]?.events[0];
  const ungrounded = values.map((value): UngroundedValue => {
    const start = answer.indexOf(value);
    return {
      position: 3,
      eventId: event?.id ?? '',
      start,
      end: start + value.length,
      value,
      valueKind: kind,
      usedAs: 'answer',
    };
  });
  return rule.evaluate({ ...context, graph: { ...context.graph, ungrounded } });
}

describe('value-grounded-in-answer', () => {
  it('finds a message that brings figures of its own', () => {
    const { violations } = withUngrounded('Seattle has 737,015 people, Colville 4,965.', ['737,015', '4,965']);
    expect(violations[0]?.message).toBe('2 values that nobody gave: 737,015, 4,965');
    expect(violations[0]?.evidence.map((one) => one.quote)).toEqual(['737,015', '4,965']);
    expect(violations[0]?.step.position).toBe(3);
  });

  it('lets one figure, years, and what can be computed pass', () => {
    expect(withUngrounded('It has 4,965 people.', ['4,965']).violations).toEqual([]);
    expect(withUngrounded('It was built in 1887 and 1920.', ['1887', '1920']).violations).toEqual([]);
    expect(withUngrounded('With tax it is $312.50, for all rooms $12,000.', ['$312.50', '$12,000']).violations).toEqual(
      [],
    );
  });

  it('lets figures of the task pass, in whatever message they are passed on', () => {
    const task = 'Choose between the offers of 54,321 and 98,765 dollars for the house.';
    expect(withUngrounded('I take 54,321 over 98,765.', ['54,321', '98,765'], 'number', task).violations).toEqual([]);
  });

  it('reads neither code nor pages nor logs as statements', () => {
    expect(withUngrounded('```\na = 737015\nb = 4965\n```', ['737015', '4965']).violations).toEqual([]);
    expect(
      withUngrounded('Traceback (most recent call last): line 4410, line 5402', ['4410', '5402']).violations,
    ).toEqual([]);
  });

  it('holds where everything has a source', () => {
    const found = runRule(rule, [user('The price is 300.'), agent('So it is 300.')]);
    expect(found.violations).toEqual([]);
    expect(found.checked).toBe(1);
  });
});
