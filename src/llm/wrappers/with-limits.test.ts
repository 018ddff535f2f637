import { expect, test } from 'vitest';
import { rawRequest, scriptedModel, testClock } from '../__fixtures__/fakes.ts';
import { modelError } from '../model-error.ts';
import { rawAnswer } from '../raw-model.ts';
import { withLimits } from './with-limits.ts';

const none = { requestsPerMinute: null, tokensPerMinute: null };

test('never has more calls under way than allowed, and starts them in order', async () => {
  let running = 0;
  let most = 0;
  const started: string[] = [];
  const model = scriptedModel(async ({ prompt }) => {
    started.push(prompt);
    most = Math.max(most, ++running);
    await new Promise((resolve) => setTimeout(resolve, 5));
    running--;
    return rawAnswer('x', 'm');
  });
  const limited = withLimits({ concurrency: 3, ...none })(model);
  await Promise.all(Array.from({ length: 12 }, (_, index) => limited.generate(rawRequest({ prompt: String(index) }))));
  expect(most).toBe(3);
  expect(started).toEqual(Array.from({ length: 12 }, (_, index) => String(index)));
});

test('spreads requests over minutes', async () => {
  const clock = testClock();
  const at: number[] = [];
  const model = scriptedModel(async () => {
    at.push(clock.now());
    return rawAnswer('x', 'm');
  });
  const limited = withLimits({ concurrency: 8, requestsPerMinute: 2, tokensPerMinute: null, clock })(model);
  await Promise.all(Array.from({ length: 5 }, () => limited.generate(rawRequest())));
  expect(at).toEqual([0, 0, 60_000, 60_000, 120_000]);
});

test('spreads tokens over minutes, by what was used where that is known', async () => {
  const clock = testClock();
  const at: number[] = [];
  const usage = { inputTokens: 5, cachedTokens: 0, outputTokens: 5 };
  const model = scriptedModel(async () => {
    at.push(clock.now());
    return rawAnswer('x', 'm', { usage });
  });
  const limited = withLimits({ concurrency: 1, requestsPerMinute: null, tokensPerMinute: 220, clock })(model);
  // Each may take 102; once over it counts for 10, so that many fit into a minute.
  for (let call = 0; call < 13; call++) await limited.generate(rawRequest());
  expect(at.slice(0, 12).every((time) => time === 0)).toBe(true);
  expect(at[12]).toBe(60_000);
});

test('a call larger than the limit goes alone', async () => {
  const limited = withLimits({ concurrency: 1, requestsPerMinute: null, tokensPerMinute: 10, clock: testClock() })(
    scriptedModel('x'),
  );
  expect((await limited.generate(rawRequest())).text).toBe('x');
});

test('what one is told to wait, all wait', async () => {
  const clock = testClock();
  const model = scriptedModel(modelError('MODEL_RATE_LIMITED', 'busy', { retryable: true, retryAfterMs: 5_000 }), 'x');
  const limited = withLimits({ concurrency: 4, ...none, clock })(model);
  await expect(limited.generate(rawRequest())).rejects.toThrow('busy');
  await limited.generate(rawRequest());
  expect(clock.waits).toEqual([5_000]);
});

test('a failure and an abort give their places back', async () => {
  const abort = new AbortController();
  abort.abort(new Error('enough'));
  const limited = withLimits({ concurrency: 1, ...none })(scriptedModel(new Error('broken'), 'x'));
  await expect(limited.generate(rawRequest())).rejects.toThrow('broken');
  await expect(limited.generate(rawRequest({ signal: abort.signal }))).rejects.toThrow('enough');
  expect((await limited.generate(rawRequest())).text).toBe('x');
});
