import type { EventOf, Step, TraceEvent, Trajectory } from '../../contracts/trajectory.ts';

/** An agent's own words in a step: what it said or thought, not what it called. */
export type Speech = EventOf<'message'> | EventOf<'reasoning'>;

export const isSpeech = (event: TraceEvent): event is Speech => event.kind === 'message' || event.kind === 'reasoning';

/** The speech of a step that has words in it. */
export const speechOf = (step: Step): readonly Speech[] =>
  step.events.filter(isSpeech).filter((event) => event.text.trim() !== '');

/** A place in a speech. */
export interface Said {
  readonly step: Step;
  readonly event: Speech;
  readonly start: number;
  readonly end: number;
}

/** How much of one speech is searched: keeps a scan linear in the number of steps, whatever they hold. */
const SEARCHED = 20_000;

/** First match of a pattern in what a step says or thinks; null where there is none. */
export const findSaid = (step: Step, pattern: RegExp): Said | null => findIn(step, speechOf(step), pattern);

/** First match of a pattern in what a step says aloud: thoughts weigh words that they do not mean in the end. */
export const findSaidAloud = (step: Step, pattern: RegExp): Said | null =>
  findIn(
    step,
    speechOf(step).filter(({ kind }) => kind === 'message'),
    pattern,
  );

function findIn(step: Step, speech: readonly Speech[], pattern: RegExp): Said | null {
  for (const event of speech) {
    const match = pattern.exec(event.text.slice(0, SEARCHED));
    if (match !== null) return { step, event, start: match.index, end: match.index + match[0].length };
  }
  return null;
}

/** The agent steps that follow a position, up to the next word of a user. */
export function* agentStepsAfter({ steps }: Trajectory, position: number): Generator<Step> {
  for (let next = position + 1; next < steps.length; next++) {
    const step = steps[next];
    if (step === undefined || step.role === 'user') return;
    if (step.role === 'agent') yield step;
  }
}
