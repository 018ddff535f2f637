import { isRecord, own, ownArray } from '../../base/json.ts';

/** One run of tau-bench's results: task, messages under `traj`, reward. */
export const isTauRun = (value: unknown): value is Record<string, unknown> =>
  isRecord(value) &&
  ownArray(value, 'traj') !== null &&
  (own(value, 'reward') !== undefined || own(value, 'task_id') !== undefined);

/** Results of tau2-bench: tasks, and the simulations of them. */
export const isTauTwo = (value: unknown): value is Record<string, unknown> =>
  isRecord(value) && isTauTwoSimulation(ownArray(value, 'simulations')?.[0]) && isRecord(own(value, 'info'));

export const isTauTwoSimulation = (value: unknown): value is Record<string, unknown> =>
  isRecord(value) && ownArray(value, 'messages') !== null && own(value, 'task_id') !== undefined;

export function detect(document: unknown): number {
  const first = Array.isArray(document) ? document[0] : document;
  return isTauRun(first) || isTauTwo(document) ? 0.95 : 0;
}
