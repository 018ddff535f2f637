import { excerpt, plural } from '../../base/text.ts';
import type { Difference, DiffRow, RunComparison, RunDiff } from '../../contracts/run-diff.ts';
import type { Step, Trajectory } from '../../contracts/trajectory.ts';
import { stepNumber } from '../../trajectory/step-number.ts';
import { TextPage } from '../layout/text-page.ts';
import { type Span, span } from '../layout/wrap-spans.ts';
import { fileName } from '../wording/format-source.ts';
import { stepGist } from '../wording/step-gist.ts';

export interface DiffOptions {
  readonly failing: Trajectory;
  /** The passing runs in the order in which they were given. */
  readonly passing: readonly Trajectory[];
  /** Position of the step that the diagnosis of the failing run names; null where it names none. */
  readonly critical: number | null;
  readonly width?: number;
  readonly color?: boolean;
}

const MIN_WIDTH = 40;
const MAX_ROWS = 60;
const MAX_DIFFERENCES = 6;
const NUMBER = 9;

/** Runs side by side for a person at a terminal: where they part, and what each does; the nearest run in full. */
export function renderDiff(
  diff: RunDiff,
  { failing, passing, critical, width = 80, color = false }: DiffOptions,
): string {
  const page = new TextPage({ width: Math.max(MIN_WIDTH, Math.floor(width)), color });
  const [nearest, ...others] = diff.comparisons;
  const run = nearest === undefined ? undefined : passing[nearest.place];
  if (nearest === undefined || run === undefined) {
    page.block([span('No passing run to compare with.')], { indent: 0 });
    return page.toString();
  }
  page.block(
    [
      span(nameOf(diff.failing), 'strong'),
      span(` (${diff.failing.outcome}) beside `, 'dim'),
      span(nameOf(nearest.passing), 'strong'),
      span(` (${nearest.passing.outcome})`, 'dim'),
    ],
    { indent: 2 },
  );
  page.block([span(countsOf(nearest))], { indent: 2, label: [span('  ')] });
  page.blank();
  writeDivergence(page, nearest, failing, run);
  writeCritical(page, nearest, failing, critical);
  page.blank();
  writeRows(page, nearest, failing, run);
  for (const other of others) {
    const there = passing[other.place];
    if (there === undefined) continue;
    page.blank();
    page.block(
      [span(`Beside ${nameOf(other.passing)} (${other.passing.outcome}): `, 'strong'), span(countsOf(other))],
      { indent: 2 },
    );
    writeDivergence(page, other, failing, there);
  }
  return page.toString();
}

const nameOf = ({ uri, trajectoryId }: RunDiff['failing']): string =>
  excerpt(uri === null || fileName(uri) === trajectoryId ? trajectoryId : `${fileName(uri)} ${trajectoryId}`, 120);

const countsOf = ({ same, reworded, changed, onlyFailing, onlyPassing }: RunComparison): string =>
  `${plural(same + reworded + changed, 'step')} side by side: ${same} the same, ${reworded} in other words, ` +
  `${changed} ${changed === 1 ? 'does' : 'do'} something else; ${onlyFailing} only in the failed run, ${onlyPassing} only in the passed one`;

function writeDivergence(page: TextPage, comparison: RunComparison, failing: Trajectory, passing: Trajectory): void {
  const row = comparison.divergence === null ? undefined : comparison.rows[comparison.divergence];
  if (row === undefined) {
    page.block([span('They do the same with the same outcome at every step; they differ in words alone.')], {
      indent: 2,
      label: [span('  ')],
    });
    return;
  }
  const [mine, theirs] = [stepAt(failing, row.failing), stepAt(passing, row.passing)];
  const where =
    mine === undefined
      ? `They part at step ${numberOf(theirs)} of the passed run: the failed one has no such step`
      : theirs === undefined
        ? `They part at step ${numberOf(mine)} of the failed run: the passed one has no such step`
        : `They part at step ${numberOf(mine)} of the failed run, ${numberOf(theirs)} of the passed one`;
  page.block([span(where, 'bad')], { indent: 2, label: [span('  ')] });
  for (const [label, step] of [
    ['failed', mine],
    ['passed', theirs],
  ] as const) {
    if (step === undefined) continue;
    page.block([span(`${excerpt(step.agent, 40)}: `, 'dim'), span(stepGist(step, 300))], {
      indent: 13,
      maxLines: 4,
      label: [span(`    ${label}`, label === 'failed' ? 'bad' : 'good')],
    });
  }
  writeDifferences(page, row.differences);
}

function writeDifferences(page: TextPage, differences: readonly Difference[]): void {
  for (const { what, path, failing, passing } of differences.slice(0, MAX_DIFFERENCES)) {
    if (what === 'words') continue;
    const name =
      path === null ? (what === 'argument' ? 'arguments' : what) : what === 'result' ? `result ${path}` : path;
    page.block(
      [
        span(`${excerpt(name, 60)}: `, 'place'),
        span(excerpt(failing ?? '(nothing)', 160), 'bad'),
        span(' | ', 'dim'),
        span(excerpt(passing ?? '(nothing)', 160), 'good'),
      ],
      { indent: 6, maxLines: 4, label: [span('      ')] },
    );
  }
  const left = differences.length - MAX_DIFFERENCES;
  if (left > 0) page.block([span(`and ${left} more`, 'dim')], { indent: 6, label: [span('      ')] });
}

/** How the place where they part stands to the step that the diagnosis names. */
function writeCritical(
  page: TextPage,
  { divergence, rows }: RunComparison,
  failing: Trajectory,
  critical: number | null,
): void {
  const step = stepAt(failing, critical);
  if (step === undefined) return;
  const before =
    divergence === null ? undefined : rows.slice(0, divergence + 1).findLast((row) => row.failing !== null);
  const parts = divergence === null ? null : rows[divergence]?.failing;
  const relation =
    divergence === null
      ? ''
      : parts === critical
        ? ': the same step'
        : critical !== null && (before?.failing ?? -1) < critical
          ? ', after they part'
          : ', before they part';
  page.block([span(`The diagnosis of the failed run names step ${stepNumber(step)}${relation}.`, 'dim')], {
    indent: 2,
    label: [span('  ')],
  });
}

const MARK: Readonly<Record<DiffRow['relation'], string>> = {
  same: '=',
  reworded: '~',
  changed: '≠',
  'only-failing': '-',
  'only-passing': '+',
};

/** The rows one under the other; stretches that do the same as one line, and so many around where they part. */
function writeRows(
  page: TextPage,
  { rows, divergence }: RunComparison,
  failing: Trajectory,
  passing: Trajectory,
): void {
  page.raw([span(`  ${'failed'.padStart(NUMBER)}${'passed'.padStart(NUMBER)}`, 'dim')]);
  const isPlain = ({ relation }: DiffRow) => relation === 'same' || relation === 'reworded';
  let written = 0;
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at];
    if (row === undefined) continue;
    if (written >= MAX_ROWS) {
      page.block([span(`and ${plural(rows.length - at, 'row')} more (--json has them all)`, 'dim')], {
        indent: 2,
        label: [span('  ')],
      });
      return;
    }
    written++;
    if (isPlain(row)) {
      let end = at;
      while (rows[end + 1] !== undefined && isPlain(rows[end + 1] ?? row)) end++;
      const last = rows[end] ?? row;
      const reworded = rows.slice(at, end + 1).filter(({ relation }) => relation === 'reworded').length;
      const what =
        reworded === 0
          ? 'the same'
          : reworded === end - at + 1
            ? 'other words'
            : `${end - at + 1 - reworded} the same, ${reworded} in other words`;
      writeRow(page, rangeOf(failing, row.failing, last.failing), rangeOf(passing, row.passing, last.passing), '=', [
        span(what, 'dim'),
      ]);
      at = end;
      continue;
    }
    const [mine, theirs] = [stepAt(failing, row.failing), stepAt(passing, row.passing)];
    const style = row.relation === 'only-passing' ? 'good' : row.relation === 'only-failing' ? 'bad' : 'warn';
    const spans: Span[] = [span(gistOf(mine ?? theirs), at === divergence ? 'strong' : 'plain')];
    if (row.relation === 'changed') spans.push(span(` (${changeWords(row.differences)})`, style));
    writeRow(page, numberOf(mine), numberOf(theirs), MARK[row.relation], spans);
  }
}

function writeRow(page: TextPage, failing: string, passing: string, mark: string, spans: readonly Span[]): void {
  page.block(spans, {
    indent: 2 * NUMBER + 6,
    maxLines: 2,
    label: [
      span(`  ${failing.padStart(NUMBER)}${passing.padStart(NUMBER)}`, 'place'),
      span(` ${mark} `, mark === '+' ? 'good' : mark === '=' ? 'dim' : 'bad'),
    ],
  });
}

function changeWords(differences: readonly Difference[]): string {
  const kinds = [...new Set(differences.map(({ what }) => what))];
  const words = { tool: 'another tool', argument: 'other arguments', result: 'another result', words: 'other words' };
  return kinds.map((kind) => words[kind]).join(', ');
}

const gistOf = (step: Step | undefined): string => (step === undefined ? '' : stepGist(step, 160));

const stepAt = ({ steps }: Trajectory, position: number | null): Step | undefined =>
  position === null ? undefined : steps[position];

const numberOf = (step: Step | undefined): string => (step === undefined ? '' : String(stepNumber(step)));

function rangeOf(trajectory: Trajectory, from: number | null, to: number | null): string {
  const [first, last] = [numberOf(stepAt(trajectory, from)), numberOf(stepAt(trajectory, to))];
  return first === last ? first : `${first}-${last}`;
}
