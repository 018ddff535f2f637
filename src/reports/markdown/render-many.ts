import type { Run } from '../../contracts/run.ts';
import { CATEGORIES } from '../../taxonomy/categories.ts';
import { stepNumber } from '../../trajectory/step-number.ts';
import type { ReportOptions } from '../report.ts';
import { countOf } from '../wording/format-number.ts';
import { type FileNames, fileNamesOf, formatName } from '../wording/format-source.ts';
import { leadOf } from '../wording/marker-words.ts';
import { notReadWords } from '../wording/not-read-words.ts';
import { codeSpan, inertText } from './inert-markdown.ts';

/** Below the 65,536 characters that GitHub takes as a comment. */
const MAX_LENGTH = 60_000;
const MAX_ROWS = 150;

/** A list of all runs, then the details of as many as a comment holds; what is left out is counted. */
export function renderMarkdownMany(
  runs: readonly Run[],
  renderOne: (run: Run, options: ReportOptions) => string,
  { fileNames = fileNamesOf(runs), notRead }: ReportOptions = {},
): string {
  const failed = runs.filter(({ diagnosis }) => diagnosis.outcome === 'failed').length;
  const unread = notReadWords(notRead);
  const rows = runs.slice(0, MAX_ROWS).map((run) => rowOf(run, fileNames));
  const parts = [
    `### ${countOf(runs.length, 'run')}, ${failed} failed${unread === null ? '' : `; ${unread}`}`,
    rows.join('\n'),
  ];
  if (runs.length > MAX_ROWS) parts.push(`and ${countOf(runs.length - MAX_ROWS, 'more run')}, not listed here`);
  let length = parts.join('\n\n').length;
  let shown = 0;
  const candidates = runs.filter(({ diagnosis }) => diagnosis.outcome !== 'succeeded');
  for (const run of candidates) {
    const text = `---\n\n${renderOne(run, { fileNames })}`;
    if (length + text.length > MAX_LENGTH) break;
    parts.push(text);
    length += text.length + 2;
    shown++;
  }
  if (shown < candidates.length) {
    parts.push(`The details of ${countOf(candidates.length - shown, 'run')} are left out to keep this short.`);
  }
  return parts.join('\n\n');
}

function rowOf({ diagnosis }: Run, fileNames: FileNames): string {
  const lead = leadOf(diagnosis);
  const { category, abstained, outcome } = diagnosis;
  const kind = category === null ? '' : `, ${CATEGORIES[category].title.toLowerCase()}`;
  const verdict =
    lead === null
      ? abstained === null
        ? ''
        : ': no step singled out'
      : `: step ${stepNumber(lead)}, ${inertText(lead.agent, 40)}${kind}`;
  return `- ${codeSpan(formatName(diagnosis, fileNames), 100)} **${outcome}**${verdict}`;
}
