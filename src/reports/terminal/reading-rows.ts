import { excerpt } from '../../base/text.ts';
import type { Run } from '../../contracts/run.ts';
import { span } from '../layout/wrap-spans.ts';
import { countOf } from '../wording/format-number.ts';
import { readingsWords } from '../wording/format-readings.ts';
import type { WriteRow } from './rows.ts';

const MAX_NOTES = 4;

/** What models that read the run say, and what they would change. */
export function writeReadings(row: WriteRow, run: Run): void {
  const words = readingsWords(run);
  if (words === null) return;
  row('Model', [span(excerpt(words.verdict, 400), run.diagnosis.readings?.answered === 0 ? 'warn' : 'plain')]);
  if (words.rationale !== null) row('', [span(excerpt(words.rationale, 600), 'dim')], 5);
  if (words.correction !== null) row('To change', [span(excerpt(words.correction, 400))]);
}

/** What was left out, not answered or cut short. */
export function writeNotes(row: WriteRow, { diagnosis: { notes = [] } }: Run): void {
  for (const [at, note] of notes.slice(0, MAX_NOTES).entries()) {
    row(at === 0 ? 'Note' : '', [span(excerpt(note, 300), 'dim')], 3);
  }
  if (notes.length > MAX_NOTES) row('', [span(`and ${countOf(notes.length - MAX_NOTES, 'more note')}`, 'dim')]);
}
