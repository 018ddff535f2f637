import { excerpt } from '../base/text.ts';
import type { Run } from '../contracts/run.ts';
import { TextPage } from './layout/text-page.ts';
import { type Span, span } from './layout/wrap-spans.ts';
import type { Report, ReportOptions } from './report.ts';
import { writeNotes, writeReadings } from './terminal/reading-rows.ts';
import { renderSummary } from './terminal/render-summary.ts';
import {
  rowWriter,
  writeAlternatives,
  writeBlastRadius,
  writeFixes,
  writeMarkers,
  writeOthers,
  writeReasons,
  writeSpread,
  writeSureness,
} from './terminal/rows.ts';
import { writeTraceback } from './terminal/traceback.ts';
import { coverageNotes } from './wording/coverage-notes.ts';
import { countOf } from './wording/format-number.ts';
import { formatName, formatOutcome } from './wording/format-source.ts';
import { leadOf, MARKER_WORDS } from './wording/marker-words.ts';

const MIN_WIDTH = 40;
const MAX_NOTES = 6;

/** A diagnosis for a person at a terminal: the verdict, a traceback that ends at the guilty step, and how sure it is. */
export function renderTerminal(run: Run, { width = 80, color = false, fileNames }: ReportOptions = {}): string {
  const page = new TextPage({ width: Math.max(MIN_WIDTH, Math.floor(width)), color });
  writeHeader(page, run, formatName(run.diagnosis, fileNames));
  page.blank();
  page.block(headline(run), { indent: 2, maxLines: 6 });
  writeTraceback(page, run);
  page.blank();
  const row = rowWriter(page);
  writeSpread(row, run);
  writeBlastRadius(row, run);
  writeOthers(row, run, run.diagnosis.outcome === 'succeeded' ? 'Near miss' : 'Also');
  writeMarkers(row, run);
  writeReadings(row, run);
  page.blank();
  writeReasons(row, run);
  writeAlternatives(row, run);
  page.blank();
  writeFixes(row, run);
  writeSureness(row, run);
  writeNotes(row, run);
  return page.toString();
}

function writeHeader(page: TextPage, run: Run, name: string): void {
  const { diagnosis } = run;
  const tone = diagnosis.outcome === 'failed' ? 'bad' : diagnosis.outcome === 'succeeded' ? 'good' : 'warn';
  page.block(
    [
      span(excerpt(name, 200), 'strong'),
      span(` · ${diagnosis.source.format} · ${countOf(diagnosis.stepCount, 'step')} · `, 'dim'),
      span(excerpt(formatOutcome(diagnosis), 200), tone),
    ],
    { indent: 0, maxLines: 4 },
  );
  const notes = coverageNotes(diagnosis.coverage);
  for (const { text, loud } of notes.slice(0, MAX_NOTES)) {
    page.block([span(excerpt(text, 300), loud ? 'warn' : 'dim')], {
      indent: 4,
      maxLines: 3,
      label: [span(loud ? '  ! ' : '  - ', loud ? 'warn' : 'dim')],
    });
  }
  if (notes.length > MAX_NOTES) {
    page.block([span(`and ${countOf(notes.length - MAX_NOTES, 'more note')} on what was read`, 'dim')], { indent: 4 });
  }
  if (diagnosis.usedReference) {
    page.block([span('Reference answers of the trace were used for this diagnosis.', 'warn')], {
      indent: 4,
      label: [span('  ! ', 'warn')],
    });
  }
}

function headline({ diagnosis }: Run): Span[] {
  const { outcome, abstained, target } = diagnosis;
  const tone = outcome === 'succeeded' ? 'good' : abstained === null && outcome === 'failed' ? 'bad' : 'warn';
  const spans = [span(excerpt(diagnosis.headline, 600), tone)];
  if (target !== 'critical' && leadOf(diagnosis) !== null && diagnosis.markers[target] !== null) {
    spans.push(span(` (led by: ${MARKER_WORDS[target].name})`, 'dim'));
  }
  return spans;
}

export const terminal: Report = {
  title: 'traceback for a terminal',
  extension: 'txt',
  render: renderTerminal,
  renderMany: renderSummary,
};
