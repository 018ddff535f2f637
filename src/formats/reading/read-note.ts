import type { AppError } from '../../base/errors.ts';
import type { Result } from '../../base/result.ts';
import type { Trajectory, Warning } from '../../contracts/trajectory.ts';

export type TraceResult = Result<Trajectory, AppError>;

/** What was found wrong while reading, before any format saw the content. */
export interface ReadNote extends Warning {
  /** Parts of the trace are missing because of it. */
  readonly loses: boolean;
}

/** The result with notes added to the trajectory's coverage; errors pass through. */
export function withNotes(result: TraceResult, notes: readonly ReadNote[]): TraceResult {
  if (!result.ok || notes.length === 0) return result;
  const { coverage } = result.value;
  const warnings = [...coverage.warnings, ...notes.map(({ loses: _loses, ...warning }) => warning)];
  const complete = coverage.complete && !notes.some((note) => note.loses);
  return { ok: true, value: { ...result.value, coverage: { ...coverage, warnings, complete } } };
}

/** Notes on how the characters of a piece of text were read. */
export function textNotes(replaced: number, nonFinite: number, firstRef: string | null): ReadNote[] {
  const notes: ReadNote[] = [];
  if (replaced > 0) {
    const message = 'bytes that are not UTF-8 were replaced by U+FFFD';
    notes.push({ code: 'TEXT_INVALID_UTF8', message, count: replaced, firstRef, loses: false });
  }
  if (nonFinite > 0) {
    const message = 'NaN or Infinity, which JSON does not have, was read as null';
    notes.push({ code: 'JSON_NON_FINITE', message, count: nonFinite, firstRef, loses: false });
  }
  return notes;
}
