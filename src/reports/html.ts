import { excerpt } from '../base/text.ts';
import type { Run } from '../contracts/run.ts';
import { stepNumber } from '../trajectory/step-number.ts';
import { EMPTY, type Html, html as markup, utf8Length } from './html/html-template.ts';
import { indexSection } from './html/index-section.ts';
import { renderPage } from './html/render-page.ts';
import { runSection } from './html/run-section.ts';
import { viewRun } from './html/run-view.ts';
import type { Report, ReportOptions } from './report.ts';
import { countOf } from './wording/format-number.ts';
import { fileNamesOf, formatName } from './wording/format-source.ts';
import { leadOf } from './wording/marker-words.ts';

const MAX_BYTES = 20_000_000;
const MIN_BYTES = 1_000_000;
/** Style, script and head. */
const FRAME_BYTES = 60_000;
/** A run whose details would have less than this is listed only. */
const LEAST_DETAIL = 60_000;

/** One run, or many with a table in front, as one HTML file that needs nothing else and stays within `maxBytes`. */
export function renderHtml(
  runs: readonly Run[],
  { maxBytes = MAX_BYTES, version, fileNames = fileNamesOf(runs), notRead }: ReportOptions = {},
): string {
  const budget = Math.max(MIN_BYTES, maxBytes) - FRAME_BYTES;
  const [only] = runs;
  const named = version ?? null;
  if (runs.length === 1 && only !== undefined) {
    const body = runSection(viewRun(only, 0, 1, fileNames), { maxBytes: budget, version: named });
    return renderPage({ title: titleOf(only), body, multi: false });
  }
  let left = budget - Math.min(3_000, runs.length) * 900;
  const sections: Html[] = [];
  for (const [index, run] of runs.entries()) {
    const share = left / Math.min(runs.length - index, Math.max(1, Math.floor(left / LEAST_DETAIL)));
    if (left < LEAST_DETAIL) break;
    const section = runSection(viewRun(run, index, 2, fileNames), { maxBytes: share, version: named });
    const size = utf8Length(section.markup);
    if (size > left) break;
    sections.push(section);
    left -= size;
  }
  const body = markup`${indexSection(runs, sections.length, fileNames, notRead)}${sections.length === 0 ? EMPTY : sections}`;
  return renderPage({ title: `Culprit: ${countOf(runs.length, 'run')}`, body, multi: true });
}

function titleOf({ diagnosis }: Run): string {
  const lead = leadOf(diagnosis);
  return `${excerpt(formatName(diagnosis), 80)}${lead === null ? '' : `, step ${stepNumber(lead)}`} · Culprit`;
}

export const html: Report = {
  title: 'one HTML file that needs nothing else',
  extension: 'html',
  render: (run, options) => renderHtml([run], options),
  renderMany: renderHtml,
};
