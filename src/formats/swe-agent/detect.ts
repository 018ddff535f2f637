import { isRecord, own, ownArray, ownString } from '../../base/json.ts';

/** A run of SWE-agent: a list of thoughts, actions and observations, and what came of it. */
export function isSweRun(value: unknown): value is Record<string, unknown> {
  if (!isRecord(value)) return false;
  const sample = (ownArray(value, 'trajectory') ?? []).slice(0, 10);
  return (
    sample.length > 0 && sample.every(isEntry) && (ownArray(value, 'history') !== null || isRecord(own(value, 'info')))
  );
}

const isEntry = (entry: unknown): boolean =>
  ownString(entry, 'action') !== null &&
  own(entry, 'observation') !== undefined &&
  own(entry, 'response') !== undefined;

export const detect = (document: unknown): number => (isSweRun(document) ? 0.95 : 0);
