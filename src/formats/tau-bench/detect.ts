import { isRecord, own, ownArray } from '../../base/json.ts';

/** One run of tau-bench's results: task, messages under `traj`, reward. */
export const isTauRun = (value: unknown): value is Record<string, unknown> =>
  isRecord(value) &&
  ownArray(value, 'traj') !== null &&
  (own(value, 'reward') !== undefined || own(value, 'task_id') !== undefined);

export function detect(document: unknown): number {
  const first = Array.isArray(document) ? document[0] : document;
  return isTauRun(first) ? 0.95 : 0;
}
