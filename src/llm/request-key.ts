import { contentHash } from '../base/hash.ts';
import { stableStringify } from '../base/json.ts';
import type { RawRequest } from './raw-model.ts';

/** Raised when what is kept under a key changes its meaning. */
const KEY_VERSION = 1;

/**
 * Names a call by everything that its answer depends on: the model, where it is served, and all of the request but what
 * it is for. 32 hex digits.
 */
export function requestKey(modelId: string, request: RawRequest, endpoint: string | null = null): string {
  const { purpose: _purpose, signal: _signal, ...asked } = request;
  return contentHash(stableStringify({ version: KEY_VERSION, modelId, endpoint, ...asked }));
}
