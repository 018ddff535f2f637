import { excerpt } from '../../base/text.ts';
import type { Run } from '../../contracts/run.ts';
import { CATEGORIES } from '../../taxonomy/categories.ts';
import { OWNERS } from '../../taxonomy/owners.ts';
import { stepNumber } from '../../trajectory/step-number.ts';
import type { TextPage } from '../layout/text-page.ts';
import { type Span, span } from '../layout/wrap-spans.ts';
import { viaWords } from '../wording/carrier-words.ts';
import { givenWords, troubledConstraints } from '../wording/format-given.ts';
import { countOf, formatCount, formatScore } from '../wording/format-number.ts';
import { formatChecks, formatCost, formatQuotes, formatRead, formatSureness } from '../wording/format-sureness.ts';
import { joinWords } from '../wording/join-words.ts';
import { groupMarkers, leadOf, MARKER_WORDS } from '../wording/marker-words.ts';
import { otherViolations } from '../wording/other-violations.ts';
import { numberAt } from '../wording/step-names.ts';

/** Where the text of a row starts. */
export const ROW_INDENT = 15;
const MAX_GROUPS = 5;
const MAX_REASONS = 4;
const MAX_TROUBLED = 4;

export type WriteRow = (label: string, spans: readonly Span[], maxLines?: number) => void;

export const rowWriter =
  (page: TextPage): WriteRow =>
  (label, spans, maxLines = 4) =>
    page.block(spans, { indent: ROW_INDENT, maxLines, label: [span(`  ${label}`, 'dim')] });

export function writeSpread(row: WriteRow, run: Run): void {
  const { causalPath } = run.diagnosis;
  if (causalPath.length < 2) return;
  const shown = causalPath.length <= 6 ? causalPath : [...causalPath.slice(0, 4), ...causalPath.slice(-2)];
  const spans: Span[] = [];
  shown.forEach(({ position, via }, index) => {
    if (index === 0) {
      spans.push(span('step '), span(String(numberAt(run, position)), 'place'));
      return;
    }
    const skipped = index === 4 && shown.length < causalPath.length;
    if (skipped) spans.push(span(` -> ${countOf(causalPath.length - shown.length, 'step')} between`, 'dim'));
    const previous = shown[index - 1]?.position ?? position;
    const words = excerpt(viaWords(run.graph, previous, position, via), 60);
    spans.push(span(' -> '), span(String(numberAt(run, position)), 'place'));
    if (words !== '' && !skipped) spans.push(span(` (${words})`, 'dim'));
  });
  row('Spread', spans, 5);
}

/** What mending the step would clear of what went wrong after it. */
export function writeBlastRadius(row: WriteRow, run: Run): void {
  const radius = run.diagnosis.blastRadius;
  if (radius == null || radius.ofIt === 0) return;
  row('Clears', [
    span(
      `${formatCount(radius.ofIt)} of ${countOf(radius.laterViolations, 'later violation')} ${radius.ofIt === 1 ? 'comes' : 'come'} of this step`,
    ),
  ]);
}

/** Violations elsewhere: near misses, or what else went wrong. */
export function writeOthers(row: WriteRow, run: Run, label: string): void {
  const groups = otherViolations(run.diagnosis, leadOf(run.diagnosis)?.position ?? null);
  groups.slice(0, MAX_GROUPS).forEach(({ first, positions, count, recovered, constraintId }, index) => {
    const places = positions.slice(0, 4).map((position) => numberAt(run, position));
    const more = positions.length - places.length;
    const spans: Span[] = [];
    if (places.length > 0) {
      spans.push(
        span(`step ${places.join(', ')}${more > 0 ? ` and ${formatCount(more)} more` : ''}`, 'place'),
        span(': '),
      );
    }
    spans.push(span(excerpt(first.message, 400)));
    if (count === 1 && first.recoveredPosition !== null) {
      spans.push(span(`; recovered at step ${numberAt(run, first.recoveredPosition)}`, 'good'));
    } else if (count > 1) {
      spans.push(span(`; ${formatCount(count)} times, ${formatCount(recovered)} recovered`, 'dim'));
    }
    spans.push(span(` [${constraintId}]`, 'dim'));
    row(index === 0 ? label : '', spans);
  });
  const left = groups.slice(MAX_GROUPS);
  if (left.length > 0) {
    const violations = left.reduce((sum, group) => sum + group.count, 0);
    row('', [span(`and ${countOf(violations, 'violation')} of ${countOf(left.length, 'other check')}`, 'dim')]);
  }
}

/** One row for each step with a marker, in step order; markers that coincide share it. */
export function writeMarkers(row: WriteRow, run: Run): void {
  for (const { names, number, reasons, leads } of groupMarkers(run.diagnosis)) {
    const also = names.slice(1).map((name) => MARKER_WORDS[name].name);
    const spans = leads
      ? [span(joinWords([MARKER_WORDS[names[0]].name, ...also]))]
      : [span('step '), span(String(number), 'place')];
    if (!leads && also.length > 0) spans.push(span(`, also ${joinWords(also)}`));
    const why = excerpt(reasons.join('; '), 400);
    if (why !== '') spans.push(span(`: ${why}`, 'dim'));
    row(leads ? 'Why there' : MARKER_WORDS[names[0]].label, spans);
  }
}

export function writeReasons(row: WriteRow, run: Run): void {
  const { reasons } = run.diagnosis;
  const sides = [
    ['For', reasons.filter((reason) => reason.contribution >= 0)],
    ['Against', reasons.filter((reason) => reason.contribution < 0)],
  ] as const;
  for (const [label, side] of sides) {
    side.slice(0, MAX_REASONS).forEach(({ text, contribution }, index) => {
      row(index === 0 ? label : '', [span(`${formatScore(contribution, true)} `, 'dim'), span(excerpt(text, 400))], 3);
    });
    if (side.length > MAX_REASONS) row('', [span(`and ${formatCount(side.length - MAX_REASONS)} more`, 'dim')]);
  }
}

export function writeAlternatives(row: WriteRow, run: Run): void {
  // Where nothing was found, the steps that score best are no suspects.
  if (run.diagnosis.abstained !== null && run.diagnosis.violations.length === 0) return;
  run.diagnosis.alternatives
    .slice(0, 3)
    .forEach(({ position, nativeIndex, agent, category, score, reasons }, index) => {
      const spans = [
        span(`step ${stepNumber({ position, nativeIndex })}`, 'place'),
        span(`, ${excerpt(agent, 60)}: ${CATEGORIES[category].title.toLowerCase()}`),
        span(` (score ${formatScore(score)})`, 'dim'),
      ];
      const reason = reasons[0];
      if (reason !== undefined) spans.push(span(`: ${excerpt(reason.text, 300)}`, 'dim'));
      row(index === 0 ? (run.diagnosis.abstained === null ? 'Or else' : 'Could be') : '', spans, 3);
    });
}

export function writeFixes(row: WriteRow, run: Run): void {
  const { fixes, owner } = run.diagnosis;
  fixes.slice(0, 4).forEach((fix, index) => {
    row(index === 0 ? 'Who can fix' : '', [
      span(OWNERS[fix.owner].title, 'strong'),
      span(`: ${excerpt(fix.text, 400)}`),
    ]);
  });
  if (fixes.length === 0 && owner !== null) row('Who can fix', [span(OWNERS[owner].title, 'strong')]);
}

/** Constraints of packs that failed to run, or could not tell, and why. */
function writeTroubled(row: WriteRow, { diagnosis }: Run): void {
  const all = troubledConstraints(diagnosis);
  for (const { label, kind, isError, message } of all.slice(0, MAX_TROUBLED)) {
    row('', [span(`${label}: ${kind}`, isError ? 'bad' : 'warn'), span(`, ${excerpt(message, 300)}`, 'dim')], 3);
  }
  if (all.length > MAX_TROUBLED) row('', [span(`and ${formatCount(all.length - MAX_TROUBLED)} more`, 'dim')]);
}

export function writeSureness(row: WriteRow, run: Run): void {
  const { diagnosis } = run;
  const { checks, coverage } = diagnosis;
  const isLoud = checks.given != null && givenWords(checks.given).isLoud;
  row('Checked', [
    span(formatChecks(diagnosis), isLoud ? 'bad' : checks.errors > 0 || checks.undecided > 0 ? 'warn' : 'plain'),
  ]);
  writeTroubled(row, run);
  const parts: Span[] = [];
  const add = (text: string | null, style: Span['style'] = 'plain') => {
    if (text === null) return;
    if (parts.length > 0) parts.push(span(' · ', 'dim'));
    parts.push(span(text.replaceAll(' ', '\u00a0'), style));
  };
  add(formatSureness(diagnosis), 'strong');
  add(formatQuotes(diagnosis), diagnosis.evidence.some((quoted) => !quoted.verified) ? 'warn' : 'plain');
  add(formatRead(diagnosis), coverage.complete && coverage.recordsOther === 0 ? 'plain' : 'warn');
  add(formatCost(diagnosis));
  row(leadOf(diagnosis) === null ? 'Read' : 'Sure?', parts);
}
