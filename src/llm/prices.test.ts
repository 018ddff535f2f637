import { expect, test } from 'vitest';
import { contextWindowOf } from './context-windows.ts';
import { costAtMost, costOf, priceOf } from './prices.ts';

test.each([
  ['openai', 'gpt-4.1-mini-2025-04-14', 0.4],
  ['openai', 'gpt-4.1', 2],
  ['openai', 'gpt-5-nano', 0.05],
  ['anthropic', 'claude-opus-4-5-20251101', 5],
  ['anthropic', 'claude-opus-4-20250514', 15],
  ['google', 'gemini-3-pro-preview', 2],
])('%s:%s is found with its date', (provider, model, input) => {
  expect(priceOf(provider, model)?.input).toBe(input);
});

test.each([
  ['openai', 'gpt-5-pro'],
  ['openai', 'gpt-4o-audio-preview'],
  ['openai', 'gpt-9'],
  ['anthropic', 'claude-opus-4-9'],
  ['azure', 'gpt-4.1'],
  ['constructor', 'gpt-4.1'],
])('%s:%s is not taken for one that is known', (provider, model) => {
  expect(priceOf(provider, model)).toBeNull();
});

const price = {
  input: 10,
  cachedInput: 1,
  cacheWrite: 12.5,
  output: 100,
  long: { above: 1_000, price: { input: 20, cachedInput: 2, cacheWrite: null, output: 200 } },
};

test('a cost counts what came from the cache and what went into it', () => {
  const usage = { inputTokens: 1_000, cachedTokens: 400, outputTokens: 10 };
  expect(costOf(price, usage, 100)).toBeCloseTo((500 * 10 + 400 + 100 * 12.5 + 10 * 100) / 1e6, 12);
  expect(costOf(price, { ...usage, inputTokens: 1_001 })).toBeCloseTo((601 * 20 + 400 * 2 + 10 * 200) / 1e6, 12);
  expect(costAtMost(price, 1_000, 10)).toBeGreaterThanOrEqual(costOf(price, usage, 100) ?? Number.POSITIVE_INFINITY);
});

test('what is not known is null and not 0', () => {
  expect(costOf(null, { inputTokens: 1, cachedTokens: 0, outputTokens: 1 })).toBeNull();
  expect(costOf(price, { inputTokens: null, cachedTokens: null, outputTokens: 1 })).toBeNull();
  expect(costAtMost(null, 1, 1)).toBeNull();
  expect(contextWindowOf('nobody-knows')).toBeNull();
});
