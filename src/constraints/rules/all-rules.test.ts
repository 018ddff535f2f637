import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { agent, result, runRule, user } from '../../../test/run-rule.ts';
import { createWorkCount } from '../../../test/work-count.ts';
import { RULES } from './index.ts';
import type { Rule, RuleContext } from './rule.ts';
import toolKnown from './tool-known.ts';

const countWork = createWorkCount();

/** Words that rules look for, so that random runs reach their branches. */
const words = fc.constantFrom(
  '',
  'Error: order cannot be changed',
  'Error: 503 Service Unavailable',
  'Permission denied',
  '[]',
  'exitcode: 0 (execution succeeded)\nCode output: \n',
  'exitcode: 1 (execution failed)\nCode output: Traceback (most recent call last):\nKeyError: 1\n',
  'It has been successfully sent.',
  'Unfortunately it failed.',
  'I was unable to find it.',
  'I will now look at the next page.',
  'FINAL ANSWER: 12',
  'TERMINATE',
  'The search shows 3 flights, which I have found for 120 dollars.',
  '... [output truncated]',
  '{"items": [{"id": "A1", "price": 3, "available": true}], "total": 3}',
  'constructor __proto__ toString',
);
const text = fc.oneof({ weight: 4, arbitrary: words }, { weight: 1, arbitrary: fc.string({ maxLength: 200 }) });
const toolName = fc.constantFrom('python', 'bash', 'search', 'update_order', '__proto__', 'constructor', '', 'submit');
const given = fc.oneof(
  fc.constantFrom('{}', '{"id": 1}', '{"id": ', 'free text', '[1]', '{"__proto__": {"a": 1}}'),
  fc.json(),
);
const turn = fc.oneof(
  text.map(user),
  text.map((said) => agent(said)),
  fc.tuple(text, toolName, given).map(([said, name, raw]) => agent(said, [name, raw])),
  fc.tuple(toolName, text).map(([name, said]) => result(name, said)),
  text.map((content) => ({ role: 'system', content })),
);
const run = fc.array(turn, { minLength: 1, maxLength: 30 });

describe('every rule', () => {
  it('keeps its word on any run', () => {
    fc.assert(
      fc.property(run, (messages) => {
        const document = [user('start'), ...messages, agent('end')];
        for (const rule of Object.values(RULES)) keepsItsWord(rule, document);
      }),
      { numRuns: 200, seed: 7 },
    );
  });

  describe('takes near-linear time', () => {
    const [small, large] = [2_000, 8_000].map((turns) => contextOf(long(turns))) as [RuleContext, RuleContext];

    it.each(Object.values(RULES))('$id', (rule) => {
      const workOf = (context: RuleContext): number => countWork(() => void rule.evaluate(context));
      // Four times the steps: a quadratic rule would do 16 times the work. Some rules do more for a step once a run has
      // shown enough (a thousand numbers), which shorter runs would take for growth.
      expect(workOf(large)).toBeLessThan(8 * workOf(small));
    });
  });
});

function keepsItsWord(rule: Rule, document: unknown): void {
  const { id } = rule;
  const found = runRule(rule, document);
  const { steps } = found.context.trajectory;
  expect(found.checked, id).toBeGreaterThanOrEqual(found.violations.length + (found.undecided?.count ?? 0));
  for (const { step, message, recoveredPosition } of found.violations) {
    expect(steps[step.position], id).toBe(step);
    expect(message, id).not.toBe('');
    if ((recoveredPosition ?? null) === null) continue;
    expect(recoveredPosition, id).toBeGreaterThan(step.position);
    expect(recoveredPosition, id).toBeLessThan(steps.length);
  }
}

const contextOf = (document: unknown): RuleContext => runRule(toolKnown, document).context;

const long = (turns: number) => [
  user('Go through all orders and say which of them can be cancelled.'),
  ...Array.from({ length: turns }, (_, n) => {
    const name = n % 3 === 0 ? 'python' : 'get_order';
    const data = `{"id": ${n % 50}, "items": [${n}, ${n + 1}], "note": "${'word '.repeat(40)}"}`;
    return [
      agent(`I will look at order ${n % 97} now, which has ${n} items.`, [name, { id: n % 50 }]),
      result(name, n % 5 === 0 ? 'Error: order cannot be changed' : data),
    ];
  }).flat(),
  agent('Done.'),
];
