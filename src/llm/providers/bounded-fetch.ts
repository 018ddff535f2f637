import { modelError } from '../model-error.ts';
import type { Fetch } from './provider.ts';

/** Longest body that is read: far above any answer, far below what fills the memory. */
export const MAX_BODY_BYTES = 32 * 1024 * 1024;

/**
 * A fetch that follows no redirect, so that a key never goes to another host than the one it was meant for, and reads no
 * body without end. The global one is looked up at each call.
 */
export const boundedFetch: Fetch = async (input, init) => {
  const response = await globalThis.fetch(input, { ...init, redirect: 'manual' });
  if (response.status >= 300 && response.status < 400) {
    await response.body?.cancel();
    throw modelError('MODEL_UNAVAILABLE', `the provider answered ${response.status}: redirects are not followed`, {
      status: response.status,
      retryable: false,
    });
  }
  if (response.body === null) return response;
  let read = 0;
  const counted = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        read += chunk.byteLength;
        if (read <= MAX_BODY_BYTES) controller.enqueue(chunk);
        else
          controller.error(
            modelError('MODEL_UNAVAILABLE', `the answer is larger than ${MAX_BODY_BYTES} bytes`, { retryable: false }),
          );
      },
    }),
  );
  return new Response(counted, { status: response.status, statusText: response.statusText, headers: response.headers });
};
