import type { Run } from '../contracts/run.ts';
import { CATEGORIES } from '../taxonomy/categories.ts';
import { OWNERS } from '../taxonomy/owners.ts';
import { stepNumber } from '../trajectory/step-number.ts';
import { TextPage } from './layout/text-page.ts';
import { codeBlock, codeSpan, inertText } from './markdown/inert-markdown.ts';
import { renderMarkdownMany } from './markdown/render-many.ts';
import type { Report, ReportOptions } from './report.ts';
import { writeTraceback } from './terminal/traceback.ts';
import { viaWords } from './wording/carrier-words.ts';
import { coverageNotes } from './wording/coverage-notes.ts';
import { givenWords, troubledConstraints } from './wording/format-given.ts';
import { countOf, formatCount, formatScore } from './wording/format-number.ts';
import { readingsWords } from './wording/format-readings.ts';
import { formatName, formatOutcome } from './wording/format-source.ts';
import { formatChecks, formatCost, formatQuotes, formatRead, formatSureness } from './wording/format-sureness.ts';
import { joinWords } from './wording/join-words.ts';
import { groupMarkers, leadOf, MARKER_WORDS } from './wording/marker-words.ts';
import { otherViolations } from './wording/other-violations.ts';
import { numberAt } from './wording/step-names.ts';

const WIDTH = 88;
const MAX_NOTES = 8;
const MAX_GROUPS = 12;
const MAX_REASONS = 8;

/**
 * A diagnosis for an issue or a comment on a pull request. All text of the trace is inert: no markup, link, mention or
 * HTML in it has an effect. At most 60,000 characters, which is below what GitHub takes as a comment.
 */
export function renderMarkdown(run: Run, { fileNames }: ReportOptions = {}): string {
  const { diagnosis } = run;
  const parts = [
    `### ${inertText(diagnosis.headline, 400)}`,
    [
      codeSpan(formatName(diagnosis, fileNames), 120),
      inertText(diagnosis.source.format, 40),
      countOf(diagnosis.stepCount, 'step'),
      `**${inertText(formatOutcome(diagnosis), 160)}**`,
    ].join(' · '),
    warnings(run),
    loudGiven(run),
    traceback(run),
    facts(run),
    details('Reasons, alternatives and other findings', [
      reasons(run),
      alternatives(run),
      others(run),
      troubled(run),
      notes(run),
    ]),
    closing(run),
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

function warnings({ diagnosis }: Run): string {
  const notes = coverageNotes(diagnosis.coverage);
  const lines = notes.slice(0, MAX_NOTES).map(({ text }) => `> - ${inertText(text, 300)}`);
  if (notes.length > MAX_NOTES) lines.push(`> - and ${countOf(notes.length - MAX_NOTES, 'more note')}`);
  if (diagnosis.usedReference) lines.unshift('> - Reference answers of the trace were used for this diagnosis.');
  if (lines.length === 0) return '';
  return [`> [!${notes.some((note) => note.loud) || diagnosis.usedReference ? 'WARNING' : 'NOTE'}]`, ...lines].join(
    '\n',
  );
}

/** What could be taken for a pass stands above the fold. */
function loudGiven({ diagnosis: { checks } }: Run): string {
  if (checks.given == null) return '';
  const { text, isLoud } = givenWords(checks.given);
  return isLoud ? `> [!WARNING]\n> ${text}` : '';
}

function traceback(run: Run): string {
  const page = new TextPage({ width: WIDTH, color: false });
  writeTraceback(page, run);
  const text = page.toString();
  return text === '' ? '' : codeBlock(text);
}

function facts(run: Run): string {
  const { diagnosis, graph } = run;
  const lines: string[] = [];
  const { causalPath } = diagnosis;
  if (causalPath.length > 1) {
    const shown = causalPath.length <= 6 ? causalPath : [...causalPath.slice(0, 4), ...causalPath.slice(-2)];
    const words = shown.map(({ position, via }, index) => {
      const number = String(numberAt(run, position));
      if (index === 0) return `step ${number}`;
      if (index === 4 && shown.length < causalPath.length) {
        return `… ${countOf(causalPath.length - shown.length, 'step')} between … → ${number}`;
      }
      const why = viaWords(graph, shown[index - 1]?.position ?? position, position, via);
      return `→ ${number}${why === '' ? '' : ` (${inertText(why, 60)})`}`;
    });
    lines.push(`- **Spread:** ${words.join(' ')}`);
  }
  for (const { names, number, reasons: why, leads } of groupMarkers(diagnosis)) {
    const all = joinWords(names.map((name) => MARKER_WORDS[name].name));
    const label = all.charAt(0).toUpperCase() + all.slice(1);
    const reason = why.length === 0 ? '' : `: ${inertText(why.join('; '))}`;
    lines.push(`- **${label}:** step ${number}${leads ? ' (leads)' : ''}${reason}`);
  }
  const readings = readingsWords(run);
  if (readings !== null) {
    const because = readings.rationale === null ? '' : `: ${inertText(readings.rationale, 600)}`;
    lines.push(`- **Model:** ${inertText(readings.verdict)}${because}`);
    if (readings.correction !== null) lines.push(`- **What would have to change:** ${inertText(readings.correction)}`);
  }
  for (const fix of diagnosis.fixes.slice(0, 4)) {
    lines.push(`- **Who can fix, ${OWNERS[fix.owner].title}:** ${inertText(fix.text)}`);
  }
  return lines.join('\n');
}

function reasons({ diagnosis }: Run): string {
  if (diagnosis.reasons.length === 0) return '';
  const lines = diagnosis.reasons
    .slice(0, MAX_REASONS)
    .map(({ text, contribution }) => `- \`${formatScore(contribution, true)}\` ${inertText(text)}`);
  if (diagnosis.reasons.length > MAX_REASONS) lines.push(`- and ${diagnosis.reasons.length - MAX_REASONS} more`);
  return ['**For and against this step**', '', ...lines].join('\n');
}

function alternatives({ diagnosis }: Run): string {
  if (diagnosis.alternatives.length === 0) return '';
  const lines = diagnosis.alternatives.slice(0, 3).map((one) => {
    const reason = one.reasons[0];
    const title = CATEGORIES[one.category].title.toLowerCase();
    const place = `step ${stepNumber(one)}, ${inertText(one.agent, 60)}: ${title} (score ${formatScore(one.score)})`;
    return `- ${place}${reason === undefined ? '' : `: ${inertText(reason.text)}`}`;
  });
  return [diagnosis.abstained === null ? '**Or else**' : '**Could be**', '', ...lines].join('\n');
}

function others(run: Run): string {
  const groups = otherViolations(run.diagnosis, leadOf(run.diagnosis)?.position ?? null);
  if (groups.length === 0) return '';
  const lines = groups.slice(0, MAX_GROUPS).map(({ constraintId, first, positions, count, recovered }) => {
    const places = positions.slice(0, 6).map((position) => numberAt(run, position));
    const more = positions.length - places.length;
    const where =
      places.length === 0 ? '' : `step ${places.join(', ')}${more > 0 ? ` and ${formatCount(more)} more` : ''}: `;
    const fate =
      count > 1
        ? `; ${formatCount(count)} times, ${formatCount(recovered)} recovered`
        : first.recoveredPosition === null
          ? ''
          : `; recovered at step ${numberAt(run, first.recoveredPosition)}`;
    return `- ${where}${inertText(first.message)}${fate} ${codeSpan(constraintId, 100)}`;
  });
  if (groups.length > MAX_GROUPS)
    lines.push(`- and ${countOf(groups.length - MAX_GROUPS, 'more check')} with violations`);
  return [run.diagnosis.outcome === 'succeeded' ? '**Near misses**' : '**Other violations**', '', ...lines].join('\n');
}

function troubled({ diagnosis }: Run): string {
  const all = troubledConstraints(diagnosis);
  if (all.length === 0) return '';
  const lines = all
    .slice(0, MAX_GROUPS)
    .map(({ label, kind, message }) => `- ${codeSpan(label, 140)}: ${kind}: ${inertText(message)}`);
  if (all.length > MAX_GROUPS) lines.push(`- and ${formatCount(all.length - MAX_GROUPS)} more`);
  return ['**Constraints that failed or could not tell**', '', ...lines].join('\n');
}

function notes({ diagnosis }: Run): string {
  const all = diagnosis.notes ?? [];
  if (all.length === 0) return '';
  const lines = all.slice(0, MAX_NOTES).map((note) => `- ${inertText(note, 300)}`);
  if (all.length > MAX_NOTES) lines.push(`- and ${countOf(all.length - MAX_NOTES, 'more note')}`);
  return ['**Left out, not answered or cut short**', '', ...lines].join('\n');
}

function details(title: string, sections: readonly string[]): string {
  const filled = sections.filter((section) => section !== '');
  if (filled.length === 0) return '';
  return [`<details><summary>${title}</summary>`, ...filled, '</details>'].join('\n\n');
}

function closing({ diagnosis }: Run): string {
  const parts = [
    formatSureness(diagnosis),
    formatQuotes(diagnosis),
    formatRead(diagnosis),
    formatChecks(diagnosis),
    formatCost(diagnosis),
    inertText(`judge ${diagnosis.judge.id} ${diagnosis.judge.version}`, 120),
  ];
  return `<sub>${parts.filter((part) => part !== null).join(' · ')}</sub>`;
}

export const markdown: Report = {
  title: 'Markdown for an issue or a comment',
  extension: 'md',
  render: renderMarkdown,
  renderMany: (runs, options) => renderMarkdownMany(runs, renderMarkdown, options),
};
