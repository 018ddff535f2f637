import { isRecord, ownArray, ownString } from '../../base/json.ts';

const SCHEMA = 'otel-json-local-v0';

export const isLocalRun = (value: unknown): value is Record<string, unknown> =>
  isRecord(value) && ownString(value, 'schema') === SCHEMA && ownArray(value, 'spans') !== null;

export function detect(document: unknown): number {
  return isLocalRun(Array.isArray(document) ? document[0] : document) ? 1 : 0;
}
