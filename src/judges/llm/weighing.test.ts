import { describe, expect, it } from 'vitest';
import { baseRun } from '../../../test/base-run.ts';
import { numberSteps } from '../../prompting/number-steps.ts';
import type { YesNo } from './answer-fields.ts';
import { weighCompared } from './compare.ts';
import { weighErrors } from './requirements.ts';

const numbers = numberSteps(baseRun());
const finding = (step: number, confidence: number | null = null) => ({
  step,
  why: '',
  category: null,
  mode: null,
  confidence,
  evidence: [],
  correction: '',
});

describe('weighCompared', () => {
  const answers: Record<string, YesNo> = { y: 'yes', n: 'no', u: 'unsure' };
  /** "3 yyyn": step 3 with the answers wrong, first, neverRepaired, changesOutcome. */
  const compared = (words: string, confidence: number | null = null) => {
    const [step = '', given = ''] = words.split(' ');
    const [wrong, first, neverRepaired, changesOutcome] = [...given].map((one) => answers[one] ?? 'unsure');
    return { ...finding(Number(step), confidence), wrong, first, neverRepaired, changesOutcome } as Parameters<
      typeof weighCompared
    >[0][number];
  };

  it.each([
    ['the only one that is wrong', ['3 yyyy', '5 nyyy', '9 nnnn'], 3],
    ['most yeses', ['3 yyny', '5 yyyy', '9 yyyn'], 5],
    ['the earlier of equals, in any order', ['9 yyyy', '5 yyyy', '7 yyyy'], 5],
    ['unsure counts half', ['3 yyun', '5 yuuu', '9 uuuu'], 3],
    ['a sure one before an unsure one', ['3 uyyy', '5 yyyy'], 5],
    ['the first answer for a step counts', ['5 yyyy', '5 nnnn', '9 yyyu'], 5],
    ['none where none is wrong', ['3 nyyy', '5 nyyy'], null],
    ['none where no step exists', ['99 yyyy'], null],
    ['none where nothing is answered', [], null],
  ] as const)('%s', (_name, given, step) => {
    const { ranked } = weighCompared(
      given.map((one) => compared(one)),
      numbers,
    );
    expect(ranked[0] === undefined ? null : numbers.numberOf(ranked[0].position)).toBe(step);
  });

  it('takes the likeliest of those that would change the outcome as decisive', () => {
    const { decisive } = weighCompared(
      [compared('3 yyyy', 0.3), compared('9 ynyy', 0.8), compared('11 yyyn', 0.9)],
      numbers,
    );
    expect(decisive).toBe(8);
  });
});

describe('weighErrors', () => {
  type Errors = Parameters<typeof weighErrors>[0];
  const error = (
    step: number,
    repairedAt: number | string | null,
    changesOutcome: YesNo,
    confidence: number | null = null,
  ) => ({ ...finding(step, confidence), requirement: null, repairedAt, changesOutcome }) satisfies Errors[number];

  it.each<[string, Errors, number | null]>([
    ['the earliest that nothing made good', [error(3, 5, 'yes'), error(9, null, 'yes'), error(10, null, 'yes')], 9],
    ['in any order', [error(10, null, 'yes'), error(9, null, 'yes'), error(3, 5, 'yes')], 9],
    ['one that would change the outcome before one that may', [error(3, null, 'unsure'), error(9, null, 'yes')], 9],
    ['one that may before one that would not', [error(3, null, 'no'), error(9, null, 'unsure')], 9],
    ['one that would not, where there is no other', [error(3, null, 'no')], 3],
    ['not made good by itself, nor by what came before', [error(9, 9, 'yes'), error(10, 3, 'yes')], 9],
    ['not made good in a step that does not exist', [error(9, 99, 'yes')], 9],
    ['numbers in words', [error(3, 'step 5', 'yes'), error(10, 'never', 'yes')], 10],
    ['none where all were made good', [error(3, 5, 'yes'), error(9, 10, 'yes')], null],
    ['none of none', [], null],
  ])('%s', (_name, errors, step) => {
    const { ranked, wrong } = weighErrors(errors, numbers);
    expect(ranked[0] === undefined ? null : numbers.numberOf(ranked[0].position)).toBe(step);
    expect(wrong).toHaveLength(errors.length);
  });
});
