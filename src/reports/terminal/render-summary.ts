import { excerpt, visibleText } from '../../base/text.ts';
import type { Diagnosis } from '../../contracts/diagnosis.ts';
import { CATEGORIES, type Category } from '../../taxonomy/categories.ts';
import { stepNumber } from '../../trajectory/step-number.ts';
import { displayWidth, fitMiddle, padWidth } from '../layout/display-width.ts';
import { TextPage } from '../layout/text-page.ts';
import { type Span, span } from '../layout/wrap-spans.ts';
import type { ReportOptions } from '../report.ts';
import { givenWordsOf } from '../wording/format-given.ts';
import { countOf, formatCount } from '../wording/format-number.ts';
import { type FileNames, fileNamesOf, formatName } from '../wording/format-source.ts';
import { leadOf } from '../wording/marker-words.ts';
import { notReadWords } from '../wording/not-read-words.ts';

/** What a summary needs of a Run, so that a caller with many need not keep their trajectories. */
export interface DiagnosedRun {
  readonly diagnosis: Diagnosis;
}

const MIN_WIDTH = 60;
const GAP = '  ';

/** A table of many diagnoses: which step, who, what kind, and the lead reason below; counts by category at the end. */
export function renderSummary(
  runs: readonly DiagnosedRun[],
  { width = 80, color = false, fileNames = fileNamesOf(runs), notRead }: ReportOptions = {},
): string {
  const total = Math.max(MIN_WIDTH, Math.floor(width));
  const page = new TextPage({ width: total, color });
  const columns = columnsFor(total, runs, fileNames);
  writeLine(page, [
    span(padWidth('run', columns.run), 'dim'),
    span(padWidth('outcome', columns.outcome), 'dim'),
    span(padWidth('step', columns.step, 'right'), 'dim'),
    span(padWidth('agent', columns.agent), 'dim'),
    span(padWidth('what went wrong', columns.category), 'dim'),
  ]);
  for (const { diagnosis } of runs) writeRun(page, diagnosis, columns, formatLine(diagnosis, fileNames));
  page.blank();
  writeCounts(page, runs, total, notRead);
  return page.toString();
}

interface Columns {
  readonly run: number;
  readonly outcome: number;
  readonly step: number;
  readonly agent: number;
  readonly category: number;
}

/** As wide as the content needs, within what the page has. */
function columnsFor(width: number, runs: readonly DiagnosedRun[], fileNames: FileNames): Columns {
  const outcome = 9;
  const widest = (texts: readonly string[], least: number, most: number) =>
    texts.reduce((wide, text) => Math.min(most, Math.max(wide, displayWidth(text))), least);
  const names = runs.map(({ diagnosis }) => formatLine(diagnosis, fileNames));
  const numbers = runs.map(({ diagnosis }) => numberOf(diagnosis));
  const step = widest(numbers, 4, 9);
  const agents = runs.map(({ diagnosis }) => oneLine(leadOf(diagnosis)?.agent ?? ''));
  const agent = widest(agents, 5, width >= 76 ? 14 : 9);
  const rest = width - outcome - step - agent - 4 * GAP.length;
  const category = Math.min(36, Math.max(20, rest - widest(names, 8, rest - 26)));
  return { run: rest - category, outcome, step, agent, category };
}

/** A line that is made to fit and must not be folded. */
function writeLine(page: TextPage, cells: readonly Span[]): void {
  page.raw(cells.flatMap((cell, index) => (index === 0 ? [cell] : [span(GAP), cell])));
}

function writeRun(page: TextPage, diagnosis: Diagnosis, columns: Columns, name: string): void {
  const lead = leadOf(diagnosis);
  const { outcome, category, abstained, coverage } = diagnosis;
  const tone = outcome === 'failed' ? 'bad' : outcome === 'succeeded' ? 'good' : 'warn';
  writeLine(page, [
    span(padWidth(fitMiddle(name, columns.run), columns.run), 'strong'),
    span(padWidth(outcome, columns.outcome), tone),
    span(padWidth(numberOf(diagnosis), columns.step, 'right'), 'place'),
    span(padWidth(lead === null ? '-' : oneLine(lead.agent), columns.agent)),
    span(
      padWidth(
        category === null ? (abstained === null ? '-' : 'no step singled out') : titleOf(category),
        columns.category,
      ),
    ),
  ]);
  const reason = leadReason(diagnosis);
  if (reason !== '') page.block([span(excerpt(reason, 300), 'dim')], { indent: 4, maxLines: 1 });
  if (!coverage.complete) page.block([span('! the trace is incomplete', 'warn')], { indent: 4, maxLines: 1 });
}

function leadReason(diagnosis: Diagnosis): string {
  const lead = leadOf(diagnosis);
  if (diagnosis.abstained !== null) return diagnosis.abstained.reason;
  if (lead === null) {
    const [first] = diagnosis.violations;
    const count = countOf(diagnosis.violations.length, 'near miss', 'near misses');
    return first === undefined ? '' : `${count}: ${first.message}`;
  }
  const violation = diagnosis.violations.find((one) => one.position === lead.position);
  return violation?.message ?? diagnosis.reasons[0]?.text ?? lead.reason;
}

function writeCounts(
  page: TextPage,
  runs: readonly DiagnosedRun[],
  width: number,
  notRead: ReportOptions['notRead'],
): void {
  const outcomes = new Map<string, number>();
  const categories = new Map<string, number>();
  const count = (map: Map<string, number>, key: string) => map.set(key, (map.get(key) ?? 0) + 1);
  let incomplete = 0;
  for (const { diagnosis } of runs) {
    count(outcomes, diagnosis.outcome);
    if (diagnosis.category !== null) count(categories, titleOf(diagnosis.category));
    else if (diagnosis.abstained !== null) count(categories, 'no step singled out');
    if (!diagnosis.coverage.complete) incomplete++;
  }
  const parts = [...outcomes].map(([name, number]) => `${formatCount(number)} ${name}`);
  if (incomplete > 0) parts.push(`${formatCount(incomplete)} of them with an incomplete trace`);
  const unread = notReadWords(notRead);
  const counts = [span(`${countOf(runs.length, 'run')}`, 'strong'), span(`: ${parts.join(', ')}`)];
  page.block(unread === null ? counts : [...counts, span('; '), span(unread, 'warn')], {
    indent: 2,
    label: [span('  ')],
  });
  const given = givenWordsOf(runs);
  if (given !== null) {
    page.block([span(given.text, given.isLoud ? 'bad' : 'plain')], { indent: 2, label: [span('  ')] });
  }
  if (categories.size === 0) return;
  page.blank();
  const sorted = [...categories].sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0], 'en'));
  const most = sorted[0]?.[1] ?? 1;
  for (const [name, number] of sorted) {
    const bar = '#'.repeat(Math.max(1, Math.round((number / most) * Math.min(20, width - 46))));
    page.raw([span(`  ${padWidth(name, 34)}${padWidth(formatCount(number), 7, 'right')}  `), span(bar, 'bad')]);
  }
}

function numberOf(diagnosis: Diagnosis): string {
  const lead = leadOf(diagnosis);
  return lead === null ? '-' : String(stepNumber(lead));
}

const titleOf = (category: Category): string => CATEGORIES[category].title.toLowerCase();
const formatLine = (diagnosis: Diagnosis, fileNames: FileNames): string => oneLine(formatName(diagnosis, fileNames));
const oneLine = (text: string): string => visibleText(excerpt(text, 120));
