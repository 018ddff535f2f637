import { excerpt } from '../../base/text.ts';
import type { Step } from '../../contracts/trajectory.ts';
import { countOf, formatCount } from '../wording/format-number.ts';
import { stepGist } from '../wording/step-gist.ts';
import { type Html, html, utf8Length } from './html-template.ts';
import { heading } from './page-links.ts';
import { numberOf, type RunView, stepId } from './run-view.ts';
import { stepCard } from './step-card.ts';

/** Up to this many steps all are shown in full, if they fit. */
const MAX_CARDS = 2_000;
/** Up to this many further steps get a line of their own. */
const MAX_LINES = 60_000;
/** Lines that are unfolded together. */
const LINES_A_GROUP = 500;
const NEIGHBOURS = 2;

export interface StepList {
  readonly section: Html;
  /** Where a step can be found: its own place, or the note on the steps left out. */
  readonly anchorOf: (position: number) => string;
}

/**
 * The steps of a run within a number of bytes: all in full where they fit; else those with markers, violations or
 * alternatives, those on the causal path, and their neighbours in full, and the rest as one line each.
 */
export function stepList(view: RunView, maxBytes: number): StepList {
  const { steps } = view.run.trajectory;
  const fits = steps.length <= MAX_CARDS && steps.reduce((sum, step) => sum + estimate(step), 0) < maxBytes;
  const lineBytes = fits ? 0 : Math.min(maxBytes * 0.4, steps.length * 190);
  const cards = renderCards(
    view,
    fits ? steps : byImportance(view),
    maxBytes - lineBytes,
    fits ? Number.POSITIVE_INFINITY : Math.min(400_000, Math.max(2_000, Math.floor(maxBytes / 40))),
  );
  const rows = renderRows(view, cards, maxBytes - cards.bytes);
  const { lines, missing } = rows;
  const note =
    lines + missing === 0
      ? null
      : html`<p class="cut">${formatCount(lines)} of ${countOf(steps.length, 'step')} ${lines === 1 ? 'is' : 'are'} shown as one line${missing === 0 ? '' : `, ${formatCount(missing)} are not listed`}, to keep this file small.</p>`;
  return {
    section: html`<section class="steps${steps.length > 120 ? ' many' : ''}" id="${view.prefix}steps">${heading(view, 1, 'Steps')}${note}<ol class="sl">${rows.items}</ol></section>`,
    anchorOf: (position) => rows.anchors.get(position) ?? stepId(view, position),
  };
}

/** What a step takes in the page, roughly, in bytes. */
const estimate = (step: Step): number => step.events.reduce((sum, event) => sum + event.text.length * 1.5 + 400, 500);

function byImportance(view: RunView): Step[] {
  const { diagnosis, trajectory } = view.run;
  const { steps } = trajectory;
  const near = (position: number) =>
    Array.from({ length: 2 * NEIGHBOURS + 1 }, (_, index) => position - NEIGHBOURS + index);
  const markers = [...view.markers.keys()];
  const told = [
    ...(view.lead === null ? [] : [view.lead.position]),
    ...markers,
    ...diagnosis.evidence.map((quoted) => quoted.position),
    ...diagnosis.alternatives.map((one) => one.position),
    ...markers.flatMap(near),
    0,
    steps.length - 1,
    ...view.path,
    ...view.violations.keys(),
    ...[...view.violations.values()].flatMap((outcomes) =>
      outcomes.flatMap((one) => one.evidence.map((quoted) => quoted.position)),
    ),
    ...[...view.path].flatMap(near),
    ...[...view.violations.keys()].flatMap(near),
  ];
  return [...new Set(told)].flatMap((position) => steps[position] ?? []).slice(0, MAX_CARDS);
}

interface Cards {
  readonly byPosition: ReadonlyMap<number, Html>;
  readonly bytes: number;
}

function renderCards(view: RunView, steps: readonly Step[], maxBytes: number, maxTextLength: number): Cards {
  const byPosition = new Map<number, Html>();
  let bytes = 0;
  for (const step of steps) {
    const card = stepCard(view, step, maxTextLength);
    const size = utf8Length(card.markup);
    if (bytes + size > maxBytes) continue;
    byPosition.set(step.position, card);
    bytes += size;
  }
  return { byPosition, bytes };
}

interface Rows {
  readonly items: readonly Html[];
  readonly lines: number;
  readonly missing: number;
  readonly anchors: ReadonlyMap<number, string>;
}

function renderRows(view: RunView, cards: Cards, maxBytes: number): Rows {
  const items: Html[] = [];
  const anchors = new Map<number, string>();
  let group: Step[] = [];
  let lines = 0;
  let missing = 0;
  let bytes = 0;
  const flush = () => {
    const [first] = group;
    const last = group.at(-1);
    if (first === undefined || last === undefined) return;
    const shown: Html[] = [];
    for (const step of group) {
      const line = lineOf(view, step, group[shown.length - 1] ?? null);
      bytes += utf8Length(line.markup);
      if (lines >= MAX_LINES || bytes > maxBytes) {
        // A step that is left out is found at the note that says so.
        anchors.set(step.position, `${view.prefix}g${first.position}`);
        missing++;
      } else {
        shown.push(line);
        lines++;
      }
    }
    const left = group.length - shown.length;
    const range =
      first === last
        ? `Step ${numberOf(view, first.position)}`
        : `Steps ${numberOf(view, first.position)} to ${numberOf(view, last.position)}`;
    const words =
      shown.length === 0 ? '' : shown.length === 1 ? ', as one line' : `: ${formatCount(shown.length)}, one line each`;
    items.push(
      html`<li class="gap-list" id="${view.prefix}g${first.position}"><details><summary>${range}${words}${left > 0 ? `; ${formatCount(left)} not listed` : ''}</summary><ol>${shown}</ol></details></li>`,
    );
    group = [];
  };
  for (const step of view.run.trajectory.steps) {
    const card = cards.byPosition.get(step.position);
    if (card === undefined) {
      group.push(step);
      if (group.length === LINES_A_GROUP) flush();
      continue;
    }
    flush();
    items.push(card);
  }
  flush();
  return { items, lines, missing, anchors };
}

/** A list numbers its lines itself, as long as they follow one another. */
function lineOf(view: RunView, step: Step, previous: Step | null): Html {
  const number = numberOf(view, step.position);
  const follows = previous !== null && numberOf(view, previous.position) + 1 === number;
  return html`<li id="${stepId(view, step.position)}"${follows ? null : html` value="${number}"`}>${excerpt(step.agent, 24)}: ${stepGist(step, 90)}</li>`;
}
