import { describe, expect, it } from 'vitest';
import { agent, result, runRule, user } from '../../../test/run-rule.ts';
import type { UngroundedValue } from '../../contracts/graph.ts';
import rule from './value-grounded-in-arguments.ts';

/** The rule on a run whose graph says that a value of the second call has no source. */
function withUngrounded(
  argument: unknown,
  value: string,
  answer: string,
  kind: UngroundedValue['valueKind'] = 'id',
  task = 'Check my orders',
) {
  const messages = [
    user(task),
    agent('', ['get_user', {}]),
    result('get_user', '{"orders": ["#W9502127", "#W1436802"]}'),
    agent('', ['get_order', argument]),
    result('get_order', answer),
    agent('', ['get_order', { id: '#W9502127' }]),
    result('get_order', '{"status": "pending"}'),
  ];
  const { context } = runRule(rule, messages);
  const event = context.trajectory.steps[3]?.events[0];
  const start = event?.text.indexOf(value) ?? 0;
  const ungrounded: UngroundedValue[] = [
    {
      position: 3,
      eventId: event?.id ?? '',
      start,
      end: start + value.length,
      value,
      valueKind: kind,
      usedAs: 'argument',
    },
  ];
  return rule.evaluate({ ...context, graph: { ...context.graph, ungrounded } });
}

describe('value-grounded-in-arguments', () => {
  it('finds an id that nobody gave, what it was meant to be, and that it was put right', () => {
    const [violation] = withUngrounded({ id: '#W9502126' }, '#W9502126', 'Error: order not found').violations;
    expect(violation?.step.position).toBe(3);
    expect(violation?.message).toBe('get_order is called with "#W9502126", which nobody gave; a tool gave "#W9502127"');
    expect(violation?.evidence.map((one) => one.quote)).toEqual(['#W9502126', '#W9502127', 'Error: order not found']);
    expect(violation?.recoveredPosition).toBe(5);
  });

  it('is not put right by a call that had not failed', () => {
    const [violation] = withUngrounded({ id: '#W5550001' }, '#W5550001', '{"status": "pending"}').violations;
    expect(violation?.message).toBe('get_order is called with "#W5550001", which nobody gave');
    expect(violation?.recoveredPosition).toBeNull();
  });

  it('lets derived values, parts of longer texts and values of the task pass', () => {
    expect(withUngrounded({ date: '2024-05-20' }, '2024-05-20', 'ok', 'date').violations).toEqual([]);
    expect(withUngrounded({ note: 'such as #W0000000' }, '#W0000000', 'ok').violations).toEqual([]);
    expect(withUngrounded({ id: '#W777777' }, '#W777777', 'ok', 'id', 'Check #W777777').violations).toEqual([]);
  });
});
