import { isRecord, own, ownArray, ownString } from '../../base/json.ts';

const LABELS = ['mistake_step', 'mistake_agent', 'is_correct', 'is_corrected', 'ground_truth', 'question_ID'];

/** A run of the Who&When data set: a question, the history of a group chat, and what is known of its failure. */
export const isAnnotatedRun = (value: unknown): value is Record<string, unknown> =>
  isRecord(value) &&
  ownString(value, 'question') !== null &&
  ownArray(value, 'history') !== null &&
  LABELS.some((key) => own(value, key) !== undefined);

export function detect(document: unknown): number {
  const run = Array.isArray(document) ? document[0] : document;
  if (!isAnnotatedRun(run)) return 0;
  const sample = (ownArray(run, 'history') ?? []).slice(0, 5);
  return sample.every((turn) => ownString(turn, 'role') !== null || ownString(turn, 'name') !== null) ? 0.95 : 0;
}
