import { contentHash } from '../../base/hash.ts';
import type { Step, TraceEvent } from '../../contracts/trajectory.ts';
import { callsOfSteps } from '../calls-of-steps.ts';
import { emptyResultOf } from '../empty-result.ts';
import type { CallRecord, TrajectoryIndex } from '../index-trajectory.ts';
import { normalText, wordsOf } from '../near-duplicate.ts';
import { sketchOf, type TextSketch } from '../text-sketch.ts';

/** What a step of an agent does and what came of it, in the form in which it is compared with other steps. */
export interface Act {
  readonly step: Step;
  /** The first call of the step, or what it says. */
  readonly event: TraceEvent;
  readonly isCall: boolean;
  /** Equal for the same agent making the same calls word for word; for messages, equal for the same agent. */
  readonly exact: string;
  /** Equal for the same agent calling the same tools, with whatever arguments. */
  readonly shape: string;
  /** Arguments, or the message. */
  readonly input: TextSketch;
  readonly inputText: string;
  /** Results of the calls; for words, what came back for them. */
  readonly outcome: TextSketch;
  readonly outcomeText: string;
  readonly outcomeKind: 'failed' | 'empty' | 'telling' | 'short';
  /** Equal for outcomes that say the same: the words of a failure without its digits, else all words with them. */
  readonly outcomeKey: string;
}

/** How much of an input or an outcome is compared. */
const COMPARED = 4_000;
/** Results with fewer words ("OK", "saved") come back from whatever work is done, and tell nothing. */
const TELLING_WORDS = 20;
/** Where they are counted: the head of the result. */
const TELLING_LENGTH = 1_000;

/** The acts of the agents, in order. One pass: linear in the steps and their texts as far as these are compared. */
export function actsOf(index: TrajectoryIndex): readonly Act[] {
  const calls = callsOfSteps(index);
  const read = readOnce();
  return index.trajectory.steps.flatMap((step): Act[] => {
    if (step.role !== 'agent') return [];
    const made = calls.get(step.position) ?? [];
    if (made.length > 0) return [actOfCalls(step, made, read)];
    const said = step.events.find(
      (event) => (event.kind === 'message' || event.kind === 'handoff') && event.text.trim() !== '',
    );
    return said === undefined ? [] : [actOfWords(step, said, replyTo(step, said, index.trajectory.steps), read)];
  });
}

/** How far ahead the step is looked for that answers an instruction: coordinators think aloud in between. */
const REPLY_WITHIN = 4;

/** What came back for words: the work of the one who was told to do it, or what the user or the environment answered. */
function replyTo(step: Step, said: TraceEvent, steps: readonly Step[]): string {
  const isOther = (one: Step) => one.role !== 'agent' || one.agent !== step.agent;
  const after = steps.slice(step.position + 1, step.position + 1 + REPLY_WITHIN);
  const reply = said.kind === 'handoff' ? after.find(isOther) : after[0]?.role === 'agent' ? undefined : after[0];
  return reply === undefined ? '' : joined(reply.events.map(({ text }) => text));
}

function actOfCalls(step: Step, made: readonly CallRecord[], read: ReadText): Act {
  const inputText = joined(made.map(({ call }) => call.text));
  const outcomeText = joined(made.map(({ result }) => result?.text ?? ''));
  const outcomeKind = kindOf(made, outcomeText);
  return {
    step,
    event: made[0]?.call ?? step.events[0] ?? NOTHING,
    isCall: true,
    exact: contentHash(`${step.agent}\n${made.map(({ signature }) => signature).join('\n')}`),
    shape: `${step.agent}\n${made.map(({ call }) => call.name).join('\n')}`,
    input: read(inputText, false),
    inputText,
    outcome: read(outcomeText, true),
    outcomeText,
    outcomeKind,
    outcomeKey: outcomeKind === 'failed' ? failureWords(made) : outcomeText,
  };
}

function actOfWords(step: Step, said: TraceEvent, reply: string, read: ReadText): Act {
  const inputText = said.text.slice(0, COMPARED);
  return {
    step,
    event: said,
    isCall: false,
    exact: `says ${step.agent}`,
    shape: `says ${step.agent}`,
    input: read(inputText, false),
    inputText,
    outcome: read(reply, true),
    outcomeText: reply,
    outcomeKind: 'short',
    outcomeKey: '',
  };
}

const NOTHING: TraceEvent = { id: '', rawRef: null, kind: 'other', text: '', nativeKind: '' };

function kindOf(made: readonly CallRecord[], outcomeText: string): Act['outcomeKind'] {
  if (made.every(({ failure }) => failure !== null)) return 'failed';
  const isEmpty = ({ result }: CallRecord) => result !== null && emptyResultOf(result)?.silent === false;
  if (made.every(isEmpty)) return 'empty';
  return wordsOf(outcomeText.slice(0, TELLING_LENGTH)).size >= TELLING_WORDS ? 'telling' : 'short';
}

const failureWords = (made: readonly CallRecord[]): string =>
  made
    .map(
      ({ result, failure }) =>
        `${failure?.kind} ${normalText((result?.text ?? '').slice(failure?.start, failure?.end))}`,
    )
    .join('\n');

/** Sketches of texts, digits told apart or not; each different text is read once, since in a loop the same come over and over. */
type ReadText = (text: string, foldDigits: boolean) => TextSketch;

function readOnce(): ReadText {
  const known = [new Map<string, TextSketch>(), new Map<string, TextSketch>()] as const;
  return (text, foldDigits) => {
    const sketches = known[foldDigits ? 1 : 0];
    const before = sketches.get(text);
    if (before !== undefined) return before;
    const sketch = sketchOf(text, COMPARED, foldDigits);
    sketches.set(text, sketch);
    return sketch;
  };
}

/** Texts in one, as far as they are compared. */
function joined(texts: readonly string[]): string {
  let all = '';
  for (const text of texts) {
    if (all.length >= COMPARED) break;
    all += `${text.slice(0, COMPARED)}\n`;
  }
  return all.slice(0, COMPARED);
}
