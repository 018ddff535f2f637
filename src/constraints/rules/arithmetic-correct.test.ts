import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { agent, runRule, user } from '../../../test/run-rule.ts';
import rule from './arithmetic-correct.ts';
import { evaluateArithmetic } from './reading/arithmetic.ts';

const run = (text: string) => runRule(rule, [user('How much is it?'), agent(text)]);

describe('arithmetic-correct', () => {
  it.each([
    ['The total is 54.04 + 23.1 = 78.14.', '77.14'],
    ['That makes 12 * 30 = 350 in all', '360'],
    ['$300 - $99 = -$201', '201'],
    ['(737,015 - 4,965 = 732,150)', '732050'],
    ['10 / 4 = 3.5', '2.5'],
  ])('finds that %s', (text, actual) => {
    const found = run(text);
    expect(found.blamed).toEqual([1]);
    expect(found.violations[0]?.message).toContain(`gives ${actual}`);
  });

  it.each([
    '54.04 + 23.1 = 77.14',
    '$54.84 - $46.85 = $7.99 (refund to your gift card)',
    '10 / 3 = 3.33',
    '2 / 3 = 0.66',
    '3 × 4 = 12.',
    '5 - 8 = -3',
    '-3600 + 60 + 1 = -3539.',
    '- 5 + 3 = 8',
  ])('holds for %s', (text) => {
    const found = run(text);
    expect(found.blamed).toEqual([]);
    expect(found.checked).toBe(1);
    expect(found.undecided).toBeUndefined();
  });

  it.each(['x + 3 + 4 = 8', '2 + 2 = 5x', '1 + 2 = 3 + 4', '5% + 3 = 9', 'the wheels (2-8-4) = 112', '5 -3 + 2 = 4'])(
    'does not judge a part: %s',
    (text) => {
      expect(run(text).blamed).toEqual([]);
    },
  );

  it('leaves code and what the user writes alone', () => {
    expect(run('```\n2 + 2 = 5\n```').checked).toBe(0);
    expect(runRule(rule, [user('2 + 2 = 5?'), agent('No.')]).checked).toBe(0);
  });
});

describe('evaluateArithmetic', () => {
  it('agrees with plain evaluation', () => {
    const term = fc.integer({ min: 0, max: 999 });
    const operator = fc.constantFrom('+', '-', '*');
    fc.assert(
      fc.property(term, fc.array(fc.tuple(operator, term), { minLength: 1, maxLength: 8 }), (first, rest) => {
        const text = `${first}${rest.map(([sign, value]) => ` ${sign} ${value}`).join('')}`;
        const expected: unknown = new Function(`return ${text}`)();
        expect(evaluateArithmetic(text)?.value).toBeCloseTo(Number(expected), 5);
      }),
    );
  });

  it.each(['', '7', '1-', '2**3', '1 2', '2*(3', '3)', 'a + 1'])('is null for %s', (text) => {
    expect(evaluateArithmetic(text)).toBeNull();
  });
});
