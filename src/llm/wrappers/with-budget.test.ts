import { expect, test } from 'vitest';
import { isModelError } from '../../contracts/model.ts';
import { rawRequest, scriptedModel } from '../__fixtures__/fakes.ts';
import { modelError } from '../model-error.ts';
import { rawAnswer } from '../raw-model.ts';
import { createBudget, withBudget } from './with-budget.ts';

/** The 100 tokens of an answer may cost $1, the two of the request nothing. */
const price = { input: 0, cachedInput: null, cacheWrite: null, output: 10_000 };
const paid = (costUsd: number) => rawAnswer('x', 'm', { costUsd });
const outcomes = async (calls: readonly Promise<unknown>[]): Promise<string[]> =>
  (await Promise.allSettled(calls)).map((one) =>
    one.status === 'fulfilled' ? 'answered' : isModelError(one.reason) ? one.reason.code : 'broken',
  );

test('stops after so many calls', async () => {
  const model = scriptedModel('x');
  const limited = withBudget(createBudget({ maxCostUsd: null, maxCalls: 2 }), null)(model);
  const three = await outcomes([
    limited.generate(rawRequest()),
    limited.generate(rawRequest()),
    limited.generate(rawRequest()),
  ]);
  expect(three).toEqual(['answered', 'answered', 'MODEL_BUDGET_SPENT']);
  expect(model.asked).toHaveLength(2);
});

test('never spends more than allowed, however many calls are made at once', async () => {
  let spent = 0;
  const model = scriptedModel(async () => {
    await new Promise((resolve) => setTimeout(resolve, 2));
    spent += 1;
    return paid(1);
  });
  const limited = withBudget(createBudget({ maxCostUsd: 3.5, maxCalls: null }), price)(model);
  const ten = await outcomes(Array.from({ length: 10 }, () => limited.generate(rawRequest())));
  expect(spent).toBe(3);
  expect(ten.filter((one) => one === 'answered')).toHaveLength(3);
  expect(ten.filter((one) => one === 'MODEL_BUDGET_SPENT')).toHaveLength(7);
});

test('a call that might not fit waits for cheaper ones to end, and then does', async () => {
  const model = scriptedModel(async () => {
    await new Promise((resolve) => setTimeout(resolve, 2));
    return paid(0.01);
  });
  const limited = withBudget(createBudget({ maxCostUsd: 1.5, maxCalls: null }), price)(model);
  const ten = await outcomes(Array.from({ length: 10 }, () => limited.generate(rawRequest())));
  expect(ten.every((one) => one === 'answered')).toBe(true);
});

test.each([
  ['refused before it ran', modelError('MODEL_RATE_LIMITED', 'x'), 2],
  ['answered, and not usable', modelError('MODEL_REFUSED', 'x', { costUsd: 1.2 }), 1],
])('a failed call that was %s', async (_name, failure, answered) => {
  const limited = withBudget(
    createBudget({ maxCostUsd: 2.1, maxCalls: null }),
    price,
  )(scriptedModel(failure, paid(1), paid(1), paid(1)));
  await expect(limited.generate(rawRequest())).rejects.toThrow();
  const after: string[] = [];
  for (let call = 0; call < 3; call++) after.push(...(await outcomes([limited.generate(rawRequest())])));
  expect(after.filter((one) => one === 'answered')).toHaveLength(answered === 1 ? 0 : answered);
});
