import { expect, it } from 'vitest';
import type { JsonValue } from '../../base/json.ts';
import { referenceBlock, referenceOf } from './reference-block.ts';

it.each<[JsonValue, string | null]>([
  [{ ground_truth: '42', mistake_step: 'LABEL', mistake_agent: 'LABEL', is_correct: false }, 'ground_truth: 42'],
  [{ groundTruth: 42 }, 'groundTruth: 42'],
  [{ actions: [{ name: 'refund', kwargs: { order: 'W1' } }] }, 'actions: [{"kwargs":{"order":"W1"},"name":"refund"}]'],
  [{ ground_truth: { answer: 'x', critical_failure_step: 3 } }, 'answer: x'],
  [{ labels: { answer: 'x' } }, null],
  [{ failures: [{ step_number: 3 }], root_cause: { failure_id: 1 } }, null],
  [{ annotations: 'LABEL', target: null, expected: '' }, null],
  [JSON.parse('{"__proto__": {"answer": "x"}}') as JsonValue, null],
  ['42', null],
  [null, null],
])('of %j is %j', (gold, reference) => {
  expect(referenceOf(gold)).toBe(reference);
});

it('is there, and says so, where the trace holds none', () => {
  expect(referenceBlock(null)).toContain('(the trace holds none)');
});

it('is bounded', () => {
  expect(referenceOf({ answer: 'x'.repeat(1_000_000) })?.length).toBeLessThan(21_000);
});
