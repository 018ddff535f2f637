import type { Step, TraceEvent, Trajectory } from '../../../src/contracts/trajectory.ts';
import type { LoopKind } from '../../../src/trajectory/step-loop/same-act.ts';

/** A run with something put into it, and the 0-based position at which a loop would start. */
export interface Planted {
  readonly trajectory: Trajectory;
  readonly position: number;
}

/** Steps from one act of an agent up to the next, so that what came back for it goes with it. */
interface Segment {
  readonly from: number;
  readonly to: number;
}

/** The acts of the run that call something, each with what came back for it. */
function segmentsOf({ steps }: Trajectory): readonly Segment[] {
  const acts = steps.filter((step) => step.role === 'agent' && step.events.some(({ kind }) => kind !== 'reasoning'));
  return acts.map(({ position }, at) => ({ from: position, to: acts[at + 1]?.position ?? steps.length }));
}

const isCalling = (trajectory: Trajectory, { from, to }: Segment): boolean =>
  trajectory.steps[from]?.events.some(({ kind }) => kind === 'tool-call') === true &&
  trajectory.steps.slice(from, to).some((step) => step.events.some(({ kind }) => kind === 'tool-result'));

/**
 * A loop of `period` acts from the middle of the run, gone through `times` times. Copies of an exact loop are copies to
 * the letter; in a near one a word of each call changes, in a varied one all of them do, and every call fails alike.
 * Null where the run has no so many acts in a row that the kind can be made of.
 */
export function plantLoop(trajectory: Trajectory, kind: LoopKind, period: number, times: number): Planted | null {
  const segments = segmentsOf(trajectory);
  const usable = kind === 'exact' ? () => true : (one: Segment) => isCalling(trajectory, one);
  for (const start of fromTheMiddle(segments.length - period)) {
    const round = segments.slice(start, start + period);
    const [first, last] = [round[0], round.at(-1)];
    if (first === undefined || last === undefined || !round.every(usable)) continue;
    const rounds = Array.from({ length: times }, (_round, at) =>
      round.flatMap((one, act) => trajectory.steps.slice(one.from, one.to).map((step) => changed(step, kind, at, act))),
    );
    const steps = [...trajectory.steps.slice(0, first.from), ...rounds.flat(), ...trajectory.steps.slice(last.to)];
    return { trajectory: { ...trajectory, steps: renumbered(steps) }, position: last.to };
  }
  return null;
}

/** Things that look like loops and are none: the call in the middle made again, and getting on with it. */
export const PROGRESS = {
  'a poll that is answered in the end': (trajectory: Trajectory) =>
    plantRounds(trajectory, 5, (text, at) => (at < 4 ? 'status: pending, please ask again' : text)),
  'a retry that gets through': (trajectory: Trajectory) =>
    plantRounds(trajectory, 4, (text, at) => (at < 3 ? 'Error: connection timed out' : text)),
  'pages, each named by the one before': (trajectory: Trajectory) =>
    plantRounds(
      trajectory,
      6,
      (_text, at) => `${PAGE} The next page is p${at + 1}x`,
      (text, at) => (at === 0 ? text : text.replace(/\}?\s*$/, `, "page": "p${at}x"}`)),
    ),
  'one job done for many things': (trajectory: Trajectory) =>
    plantRounds(
      trajectory,
      8,
      () => 'OK',
      (_text, at) => JSON.stringify({ item: `item-${at * 7919}` }),
    ),
} as const satisfies Record<string, (trajectory: Trajectory) => Planted | null>;

const PAGE = Array.from({ length: 120 }, (_word, at) => `line${at % 40} of the listing`).join(' ');

function plantRounds(
  trajectory: Trajectory,
  times: number,
  resultOf: (text: string, at: number) => string,
  callOf: (text: string, at: number) => string = (text) => text,
): Planted | null {
  const segments = segmentsOf(trajectory);
  for (const start of fromTheMiddle(segments.length - 1)) {
    const one = segments[start];
    if (one === undefined || !isCalling(trajectory, one)) continue;
    const body = trajectory.steps.slice(one.from, one.to);
    const rounds = Array.from({ length: times }, (_round, at) =>
      body.map((step) =>
        copied(step, at, (event) => {
          if (event.kind === 'tool-result') return answered(event, resultOf(event.text, at));
          return event.kind === 'tool-call' ? calling(event, callOf(event.text, at)) : event;
        }),
      ),
    );
    const steps = [...trajectory.steps.slice(0, one.from), ...rounds.flat(), ...trajectory.steps.slice(one.to)];
    return { trajectory: { ...trajectory, steps: renumbered(steps) }, position: one.to };
  }
  return null;
}

function* fromTheMiddle(last: number): Generator<number> {
  if (last < 0) return;
  const middle = Math.floor(last / 2);
  for (let at = middle; at <= last; at++) yield at;
  for (let at = middle - 1; at >= 0; at--) yield at;
}

function changed(step: Step, kind: LoopKind, round: number, act: number): Step {
  const name = String.fromCharCode(97 + act);
  if (kind === 'exact') return copied(step, round, (event) => event);
  return copied(step, round, (event) => {
    if (event.kind === 'tool-result') return answered(event, `Error: request ${name} could not be processed`);
    if (event.kind !== 'tool-call') return event;
    const fixed = Array.from({ length: 12 }, (_word, at) => `${name}${at}`);
    const words = kind === 'near' ? [...fixed, `try${round}`] : fixed.map((word) => `${word}r${round}`);
    return calling(event, JSON.stringify({ query: words.join(' ') }));
  });
}

const answered = (event: Extract<TraceEvent, { kind: 'tool-result' }>, text: string): TraceEvent =>
  text === event.text ? event : { ...event, text, data: null, isError: null, errorType: null };

const calling = (event: Extract<TraceEvent, { kind: 'tool-call' }>, text: string): TraceEvent =>
  text === event.text ? event : { ...event, text, arguments: null };

/** A copy under ids of its own, calls and results still paired. */
function copied(step: Step, round: number, change: (event: TraceEvent) => TraceEvent): Step {
  const own = (id: string) => `${id}~${round}`;
  return {
    ...step,
    id: own(step.id),
    events: step.events.map((event) => {
      const made = change({ ...event, id: own(event.id) });
      if (made.kind === 'tool-call') return { ...made, callId: own(made.callId) };
      return made.kind === 'tool-result' && made.callId !== null ? { ...made, callId: own(made.callId) } : made;
    }),
  };
}

const renumbered = (steps: readonly Step[]): Step[] =>
  steps.map((step, position) => ({ ...step, position, nativeIndex: null, parentId: null }));
