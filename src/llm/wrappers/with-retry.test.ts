import { expect, test } from 'vitest';
import { rawRequest, scriptedModel, testClock } from '../__fixtures__/fakes.ts';
import { detailsOf, modelError } from '../model-error.ts';
import { withRetry } from './with-retry.ts';

const busy = (retryAfterMs?: number) =>
  modelError('MODEL_RATE_LIMITED', 'busy', {
    retryable: true,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  });
const options = { attempts: 4, firstWaitMs: 100, longestWaitMs: 1_000, random: () => 0.5 };

test('waits twice as long each time, and as long as the provider says', async () => {
  const clock = testClock();
  const model = scriptedModel(busy(), busy(), busy(700), 'done');
  const answer = await withRetry({ ...options, clock })(model).generate(rawRequest());
  expect(answer).toMatchObject({ text: 'done', attempts: 4 });
  expect(clock.waits).toEqual([100, 200, 700]);
});

test('gives up after the last attempt, and says how many there were', async () => {
  const model = scriptedModel(busy());
  const error = await withRetry({ ...options, clock: testClock() })(model)
    .generate(rawRequest())
    .catch((one: unknown) => one);
  expect(model.asked).toHaveLength(4);
  expect(detailsOf(error)).toMatchObject({ attempts: 4, retryable: true });
});

test.each([
  ['what cannot succeed later', modelError('MODEL_REQUEST_REJECTED', 'no', { retryable: false })],
  ['a wait longer than the longest', busy(1_001)],
  ['what is no error of a call', new Error('bug')],
])('does not ask again: %s', async (_name, failure) => {
  const model = scriptedModel(failure, 'done');
  await expect(withRetry({ ...options, clock: testClock() })(model).generate(rawRequest())).rejects.toThrow(
    failure.message,
  );
  expect(model.asked).toHaveLength(1);
});

test('an abort ends it with its own reason, in the wait too', async () => {
  const abort = new AbortController();
  const wrapped = withRetry({ ...options, firstWaitMs: 60_000, longestWaitMs: 60_000 })(scriptedModel(busy()));
  setTimeout(() => abort.abort(new Error('enough')), 20);
  await expect(wrapped.generate(rawRequest({ signal: abort.signal }))).rejects.toThrow('enough');
});
