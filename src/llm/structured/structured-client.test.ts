import { expect, test } from 'vitest';
import { z } from 'zod';
import { scriptedModel } from '../__fixtures__/fakes.ts';
import { testRequest } from '../__fixtures__/scenarios.ts';
import { detailsOf, modelError } from '../model-error.ts';
import { rawAnswer } from '../raw-model.ts';
import { answerShape } from './answer-shape.ts';
import { structuredClient } from './structured-client.ts';

const GOOD = '{"step":3,"why":"x"}';
const answer = (text: string, costUsd: number) =>
  rawAnswer(text, 'm', { costUsd, usage: { inputTokens: 10, cachedTokens: 4, outputTokens: 5 } });

test('a repair shows the model its answer and what is wrong with it, and costs what both cost', async () => {
  const model = scriptedModel(answer('{"step":"x"}', 1), answer(GOOD, 2));
  const got = await structuredClient(model, null).generate(testRequest());
  expect(got).toMatchObject({ value: { step: 3, why: 'x' }, repaired: true, costUsd: 3, attempts: 2 });
  expect(got.usage).toEqual({ inputTokens: 20, cachedTokens: 8, outputTokens: 10 });
  const [first, second] = model.asked;
  expect(second?.system).toBe(first?.system);
  expect(second?.prompt.startsWith(`${first?.prompt}`)).toBe(true);
  expect(second?.prompt).toContain('{"step":"x"}');
  expect(second?.prompt).toContain('step: Invalid input: expected number');
});

test('a failure carries what was paid and the text', async () => {
  const model = scriptedModel(answer('no', 1), answer('no again', 2));
  const error = await structuredClient(model, null)
    .generate(testRequest())
    .catch((one: unknown) => one);
  expect(detailsOf(error)).toMatchObject({ costUsd: 3, attempts: 2, text: 'no again' });
});

test('what was paid for the first answer is not lost when the repair fails', async () => {
  const model = scriptedModel(answer('no', 1), modelError('MODEL_BUDGET_SPENT', 'spent'));
  const error = await structuredClient(model, null)
    .generate(testRequest())
    .catch((one: unknown) => one);
  expect(error).toMatchObject({ code: 'MODEL_BUDGET_SPENT' });
  expect(detailsOf(error)).toMatchObject({ costUsd: 1, attempts: 1 });
});

test('an answer that was cut is not asked for again: it would be cut again', async () => {
  const model = scriptedModel(rawAnswer('{"step":', 'm', { finishReason: 'length' }));
  await expect(structuredClient(model, null).generate(testRequest())).rejects.toThrow('cut at 500 tokens');
  expect(model.asked).toHaveLength(1);
});

test('what does not fit is not sent', async () => {
  const model = scriptedModel(GOOD);
  const client = structuredClient(model, 2_000);
  const error = await client.generate(testRequest({ prompt: 'word '.repeat(2_000) })).catch((one: unknown) => one);
  expect(error).toMatchObject({ code: 'MODEL_CONTEXT_OVERFLOW' });
  expect(detailsOf(error)).toMatchObject({ contextTokens: 2_000 });
  expect(model.asked).toHaveLength(0);
  expect((await client.generate(testRequest())).value?.step).toBe(3);
});

test('free text is not read as anything', async () => {
  const got = await structuredClient(scriptedModel('{"step":"x"'), null).generate({ ...testRequest(), schema: null });
  expect(got).toMatchObject({ text: '{"step":"x"', value: null, repaired: false });
});

test('a schema as data', async () => {
  const schema = { type: 'object', properties: { n: { type: 'integer', minimum: 1 } }, required: ['n'] };
  const client = structuredClient(scriptedModel('{"n":0}', '{"n":2}'), null);
  expect(await client.generate({ ...testRequest(), schema })).toMatchObject({ value: { n: 2 }, repaired: true });
});

test('schemas are sent closed, and without what says nothing', () => {
  const schema = z.object({
    step: z.number().int(),
    list: z.array(z.object({ a: z.string().optional() })),
    b: z.string().default('x'),
  });
  expect(answerShape(schema).json).toEqual({
    type: 'object',
    additionalProperties: false,
    required: ['step', 'list'],
    properties: {
      step: { type: 'integer' },
      list: {
        type: 'array',
        items: { type: 'object', additionalProperties: false, properties: { a: { type: 'string' } } },
      },
      b: { type: 'string', default: 'x' },
    },
  });
});
