import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { dataFolder, dataPath } from '../../../test/data-folder.ts';
import { isStrictSchema } from '../../llm/providers/strict-schema.ts';
import { answerShape } from '../../llm/structured/answer-shape.ts';
import { readCategory, readMode } from './read-category.ts';
import { readingAnswerSchema } from './reading-answer.ts';

const read = (value: unknown) => readingAnswerSchema.parse(value);

describe('steps', () => {
  it.each([
    [{ critical: 7 }, 7],
    [{ critical: '7' }, '7'],
    [{ critical: 'step 7 (assistant)' }, 'step 7 (assistant)'],
    [{ critical: null }, null],
    [{ critical: 'None' }, null],
    [{ category: 'system-failure' }, null],
    [{ critical_step: 7 }, 7],
    [{ step_number: 7, failure_case: 3 }, 7],
    [{ index: 7, failure_case: 3 }, 7],
    [{ index: '7', failure_case: '3' }, '7'],
    [{ step: { number: 7 } }, 7],
    [[{ critical: 7 }], 7],
    [{ failures: [{ step_number: 7 }] }, 7],
    [{ detailed_results: [{ task_id: 'x', failures: [{ step_number: 7 }] }] }, 7],
    [{ answer: { result: { 'Critical step': 7 } } }, 7],
  ])('%j names %j', (value, step) => {
    expect(read(value).critical).toBe(step);
  });

  it.each([[{}], [null], ['step 7'], [[]], [{ failures: [] }], [{ rationale: 'no idea' }], [7]])(
    '%j is no answer, so that it is asked for again',
    (value) => {
      expect(readingAnswerSchema.safeParse(value).success).toBe(false);
    },
  );

  it('is not led astray by prototypes', () => {
    expect(readingAnswerSchema.safeParse(JSON.parse('{"__proto__": {"critical": 3}}')).success).toBe(false);
    expect(readingAnswerSchema.safeParse(JSON.parse('{"constructor": {"critical": 3}}')).success).toBe(false);
  });
});

describe('categories', () => {
  it.each([
    'invalid-invocation',
    'Invalid invocation',
    'InvalidInvocation',
    'invalid_invocation',
    'INVALID INVOCATION',
    '3',
    '3.',
    'Category 3',
    'case 3',
    '3. Invalid Invocation',
    'Invalid Invocation (3)',
    'invalid-invocation: the call lacks a field',
  ])('%j', (spelling) => {
    expect(readCategory(read({ critical: 1, category: spelling }).category)).toBe('invalid-invocation');
  });

  it.each([
    [{ failure_case: 3 }, 'invalid-invocation'],
    [{ failure_case: '3' }, 'invalid-invocation'],
    [{ failure_case: 10 }, 'inconclusive'],
    [{ failure_case: 0 }, null],
    [{ failure_case: 42 }, null],
    [{ failure_category: 'Instruction Adherence Failure' }, 'instruction-plan-adherence'],
    [{ failureCategory: 'Instruction/Plan Adherence Failure' }, 'instruction-plan-adherence'],
    [{ category: ['Intent Plan Misalignment', 'System Failure'] }, 'intent-plan-misalignment'],
    [{ category: 'Intent not supported' }, 'intent-not-supported'],
    [{ category: 'something else' }, null],
    [{ category: null }, null],
    [{ category: '__proto__' }, null],
  ])('%j is %j', (value, category) => {
    expect(readCategory(read({ step: 1, ...value }).category)).toBe(category);
  });

  it('reads modes', () => {
    expect(readMode('Step Loop')).toBe('step-loop');
    expect(readMode('toString')).toBeNull();
  });
});

it.each([
  [0.8, 0.8],
  [80, 0.8],
  ['85%', 0.85],
  ['0.5', 0.5],
  ['high', null],
  [-1, null],
  [101, null],
  [null, null],
])('confidence %j is %j', (confidence, share) => {
  expect(read({ critical: 1, confidence }).confidence).toBe(share);
});

it('keeps every reason of an AgentRx answer, quotes that stand alone, and alternatives that are bare numbers', () => {
  const answer = read({
    taxonomy_checklist_reasoning: 'a',
    reason_for_failure: 'b',
    failure_case: 4,
    reason_for_index: 'c',
    index: 6,
    quote: 'twelve',
    quote_step: 5,
    alternatives: [26, '28'],
  });
  expect(answer.rationale.split('\n').sort()).toEqual(['a', 'b', 'c']);
  expect(answer.evidence).toEqual([{ step: 5, quote: 'twelve' }]);
  expect(answer.alternatives.map(({ step }) => step)).toEqual([26, '28']);
});

it('bounds what it keeps', () => {
  const answer = read({
    critical: 1,
    rationale: 'x'.repeat(1_000_000),
    evidence: Array.from({ length: 10_000 }, () => ({ step: 1, quote: 'x' })),
    alternatives: Array.from({ length: 10_000 }, (_, at) => at),
  });
  expect(answer.rationale.length).toBeLessThanOrEqual(4_000);
  expect(answer.evidence.length).toBeLessThanOrEqual(50);
  expect(answer.alternatives.length).toBeLessThanOrEqual(50);
});

it('has a schema that providers enforce to the letter', () => {
  const { json } = answerShape(readingAnswerSchema);
  expect(isStrictSchema(json)).toBe(true);
  expect(Object.keys(json.properties as object)[0]).toBe('rationale');
});

/** Answers of a real model to AgentRx's judge prompt (MAS-SIM, MIT): a list of failures, categories by number. */
const realAnswer = z.object({
  detailed_results: z.array(
    z.looseObject({ failures: z.array(z.looseObject({ failure_case: z.number(), step_number: z.number() })) }),
  ),
});

function checkReal(text: string): number {
  const file = realAnswer.parse(JSON.parse(text));
  let checked = 0;
  for (const result of file.detailed_results) {
    const [failure] = result.failures;
    if (failure === undefined) continue;
    for (const value of [failure, result, { detailed_results: [result] }]) {
      const answer = read(value);
      expect(answer.critical).toBe(failure.step_number);
      expect(readCategory(answer.category)).toBe(readCategory(String(failure.failure_case)));
      expect(readCategory(answer.category)).not.toBeNull();
      expect(answer.rationale).not.toBe('');
    }
    checked++;
  }
  return checked;
}

it('reads real answers that are kept here', () => {
  const folder = join(import.meta.dirname, '__fixtures__/mas-sim');
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  expect(files.length).toBeGreaterThan(0);
  const checked = files.map((name) => checkReal(readFileSync(join(folder, name), 'utf8')));
  expect(checked.every((count) => count > 0)).toBe(true);
});

const folder = dataPath('mas-sim', 'judge_outputs_gpt-5.5');
describe.skipIf(dataFolder === null || !existsSync(folder))('all real answers', () => {
  it('are read', () => {
    const counts = readdirSync(folder).map((name) => checkReal(readFileSync(join(folder, name), 'utf8')));
    expect(counts.length).toBeGreaterThan(100);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(counts.length);
  });
});
