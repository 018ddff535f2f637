import type { Coverage } from '../../contracts/trajectory.ts';
import { countOf, formatCount } from './format-number.ts';

export interface CoverageNote {
  /** Whether a reader must see it before believing the verdict. */
  readonly loud: boolean;
  readonly text: string;
}

/** What was not read, or not read for sure, worst first. Empty where everything was read and nothing assumed. */
export function coverageNotes(coverage: Coverage): CoverageNote[] {
  const notes: CoverageNote[] = [];
  if (!coverage.complete) {
    notes.push({ loud: true, text: 'The trace is incomplete: it is cut off, or parts could not be read.' });
  }
  for (const { message, count, firstRef } of coverage.warnings) {
    const times = count === 1 ? '' : ` (${formatCount(count)} times)`;
    notes.push({
      loud: !coverage.complete,
      text: `${message}${times}${firstRef === null || firstRef === '' ? '' : `, first at ${firstRef}`}`,
    });
  }
  if (coverage.recordsOther > 0) {
    notes.push({ loud: false, text: `${countOf(coverage.recordsOther, 'record')} kept but not understood` });
  }
  for (const { what, count } of coverage.elided)
    notes.push({ loud: false, text: `${formatCount(count)} × ${what} left out` });
  if (coverage.redacted > 0) {
    notes.push({ loud: false, text: `${countOf(coverage.redacted, 'record')} masked by the source` });
  }
  for (const assumed of coverage.assumed) notes.push({ loud: false, text: `assumed: ${assumed}` });
  return notes;
}
