import type { Diagnosis } from '../../contracts/diagnosis.ts';

/** Last part of a path or URL, which is what people call the file. */
export function fileName(uri: string): string {
  const parts = uri.split(/[\\/]/).filter((part) => part !== '');
  return parts.at(-1) ?? uri;
}

/** The name people know a trajectory by: its file, and its place in the file where that holds more than one. */
export function formatName({ source, trajectoryId }: Diagnosis): string {
  const { uri, recordRef } = source;
  if (uri === null) return trajectoryId;
  return recordRef === '' ? fileName(uri) : `${fileName(uri)} ${trajectoryId}`;
}

/** "failed (reward 0)", "unknown (the trace does not say)". */
export const formatOutcome = ({ outcome, outcomeReason }: Diagnosis): string =>
  outcomeReason === '' ? outcome : `${outcome} (${outcomeReason})`;
