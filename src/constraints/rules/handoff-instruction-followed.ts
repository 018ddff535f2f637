import type { EventOf, Step } from '../../contracts/trajectory.ts';
import type { TrajectoryIndex } from '../../trajectory/index-trajectory.ts';
import { defineRule, quote, quoteHead, type Violation } from './rule.ts';

type Handoff = EventOf<'handoff'>;

/** Where a page says what it is: the head of a result. */
const HEAD = 400;
const MIN_WORDS = 5;
const URL = /https?:\/\/[^\s)"'\]<>]{4,200}/g;
const STOP = new Set(
  'please the and that this for from with your you are was were not can will all any into about which what where when who how has have its their there these those then than also use using need get provide find information page details specific list here screenshot clicked typed viewport shows webpage positioned'.split(
    ' ',
  ),
);

export default defineRule({
  id: 'handoff-instruction-followed',
  description: 'An agent that is told what to do by another does that: it opens what it was told to open.',
  appliesTo: 'step',
  category: 'instruction-plan-adherence',
  mode: 'action-mismatch',
  severity: 'medium',
  type: 'RELATIONAL_POST',
  evaluate({ index, trajectory }) {
    const violations: Violation[] = [];
    let checked = 0;
    for (const { handoff, from, acts } of turnsOf(trajectory.steps)) {
      const first = acts[0];
      if (first === undefined || wordsOf(handoff.text).length < MIN_WORDS) continue;
      checked++;
      const found =
        missedUrl(handoff, from, acts, index) ?? offTarget(handoff, from, acts, trajectory.instruction ?? '');
      if (found !== null) violations.push(found);
    }
    return { checked, violations };
  },
});

interface Turn {
  readonly handoff: Handoff;
  readonly from: Step;
  /** Steps with calls, up to the next handoff. */
  readonly acts: Step[];
}

function turnsOf(steps: readonly Step[]): Turn[] {
  const turns: Turn[] = [];
  for (const step of steps) {
    for (const event of step.events) {
      if (event.kind === 'handoff') turns.push({ handoff: event, from: step, acts: [] });
    }
    if (step.role === 'agent' && step.events.some((one) => one.kind === 'tool-call')) turns.at(-1)?.acts.push(step);
  }
  return turns;
}

const actText = (step: Step): string =>
  step.events
    .map((event) =>
      event.kind === 'tool-call'
        ? event.text.slice(0, 2_000)
        : event.kind === 'tool-result'
          ? event.text.slice(0, HEAD)
          : '',
    )
    .join(' ');

const hostOf = (url: string): string =>
  url
    .replace(/^https?:\/\/(?:www\.)?/, '')
    .split(/[/?#:]/)[0]
    ?.replace(/\.$/, '')
    .toLowerCase() ?? '';

/** Told to open an address, and no act of the turn has to do with that site. */
function missedUrl(handoff: Handoff, from: Step, acts: readonly Step[], index: TrajectoryIndex): Violation | null {
  const urls = [...handoff.text.matchAll(URL)].map((match) => ({ text: match[0], start: match.index }));
  const url = urls[0];
  const step = acts[0];
  if (url === undefined || step === undefined) return null;
  const done = acts.map(actText).join(' ').toLowerCase();
  if (urls.some((one) => done.includes(hostOf(one.text)))) return null;
  // What was opened before may still be open.
  const open = index.events.findLast((one) => one.event.kind === 'tool-result' && one.step.position < step.position);
  if (open?.event.text.slice(0, HEAD).toLowerCase().includes(hostOf(url.text))) return null;
  return violationOf(step, handoff, from, url, `told to open ${url.text.slice(0, 80)}, and does something else`);
}

/** What is done, and the page it leads to, share no word with the instruction or the task. */
function offTarget(handoff: Handoff, from: Step, acts: readonly Step[], task: string): Violation | null {
  const asked = wordsOf(`${handoff.text} ${task}`);
  for (const step of acts) {
    const text = actText(step);
    const done = wordsOf(text);
    if (
      done.length < MIN_WORDS ||
      text.includes('data:text') ||
      done.some((word) => asked.some((one) => alike(word, one)))
    )
      continue;
    return violationOf(
      step,
      handoff,
      from,
      { start: 0, text: handoff.text.slice(0, 200) },
      'what is done has nothing to do with what was asked',
    );
  }
  return null;
}

const alike = (a: string, b: string): boolean =>
  a === b || (a.length >= 4 && b.length >= 4 && (a.startsWith(b) || b.startsWith(a)));

const wordsOf = (text: string): string[] =>
  [
    ...new Set(
      text
        .slice(0, 4_000)
        .toLowerCase()
        .match(/[\p{L}\p{N}]{3,}/gu) ?? [],
    ),
  ]
    .filter((word) => !STOP.has(word))
    .map((word) => word.replace(/s$/, ''));

function violationOf(
  step: Step,
  handoff: Handoff,
  from: Step,
  told: { readonly start: number; readonly text: string },
  message: string,
): Violation {
  const acted = step.events.find((event) => event.kind === 'tool-call');
  const result = step.events.find((event) => event.kind === 'tool-result');
  return {
    step,
    message,
    evidence: [
      ...(acted === undefined ? [] : [quoteHead(step, acted, 'what was done')]),
      ...(result === undefined ? [] : [quoteHead(step, result, 'where it led')]),
      quote(from, handoff, told.start, told.start + told.text.length, 'what was asked'),
    ].filter((one) => one.quote !== ''),
  };
}
