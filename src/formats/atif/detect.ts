import { isRecord, ownArray, ownString } from '../../base/json.ts';

export const isAtif = (value: unknown): value is Record<string, unknown> =>
  isRecord(value) &&
  ownString(value, 'schema_version')?.startsWith('ATIF-v1') === true &&
  ownArray(value, 'steps') !== null;

export function detect(document: unknown): number {
  return isAtif(Array.isArray(document) ? document[0] : document) ? 1 : 0;
}
