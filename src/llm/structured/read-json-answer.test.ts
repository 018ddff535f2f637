import { expect, test } from 'vitest';
import { z } from 'zod';
import { answerShape } from './answer-shape.ts';
import { readJsonAnswer } from './read-json-answer.ts';

const { accept } = answerShape(z.object({ step: z.number() }));
const read = (text: string) => readJsonAnswer(text, accept);

test.each([
  ['alone', '{"step":1}'],
  ['with blanks around it', '\n  {"step":1}  \n'],
  ['after prose', 'I think it is {"step":1}'],
  ['before prose', '{"step":1}\nHope that helps!'],
  ['after prose with brackets', 'See [1] and {x}: "a { b" {"step":1}'],
  ['after a quote mark that is never closed', '5" wide: {"step":1}'],
  ['in a fence', 'So:\n```json\n{"step":1}\n```\nDone.'],
  ['in a fence without a language', '```\n{"step":1}\n```'],
  ['the last of two', 'First {"step":9}, no: {"step":1}'],
  ['the last fence of two', '```json\n{"step":9}\n```\n```json\n{"step":1}\n```'],
  ['the one that fits', '{"other":{"step":2}} {"step":1} {"end":true}'],
  ['with a comma too many', '{"step":1,}'],
  ['with commas too many inside', '{"step":1,"list":[1,2, ],\n}'],
  ['with a comma in a text', '{"step":1,"text":"a,}"}'],
  ['with more than was asked for', '{"step":1,"__proto__":{"step":2}}'],
])('JSON %s', (_name, text) => {
  expect(read(text)).toEqual({ ok: true, value: { step: 1 } });
});

test.each([
  ['nothing', '', 'no JSON'],
  ['prose', 'Step one.', 'no JSON'],
  ['another shape', '{"step":"one"}', 'step: Invalid input'],
  ['a cut value', '{"step":1', 'JSON ends in the middle'],
  ['deep nesting', `${'['.repeat(100_000)}`, 'nested more than'],
])('%s is told', (_name, text, problem) => {
  const found = read(text);
  expect(found.ok).toBe(false);
  expect(found.ok ? '' : found.error).toContain(problem);
});

test.each([
  ['open brackets', '{'.repeat(1_000_000)],
  ['pairs', '{}'.repeat(500_000)],
  ['quotes', '"{'.repeat(500_000)],
  ['fences', '```\n'.repeat(200_000)],
  ['commas', `{"a":[${','.repeat(1_000_000)}`],
  ['blanks after commas', `{"a":${', '.repeat(500_000)}}`],
  ['a comma and blanks', `{"a":1,${' '.repeat(1_000_000)}x}`],
])('a million characters of %s are read in seconds', (_name, text) => {
  const start = performance.now();
  expect(read(text).ok).toBe(false);
  expect(performance.now() - start).toBeLessThan(8_000);
});
