import type { TrajectoryIndex } from '../index-trajectory.ts';
import { type Act, actsOf } from './act.ts';
import { isSameAct, isSameOutcome, LOOP_KINDS, type LoopKind, takesUpNews } from './same-act.ts';

/** Acts that an agent, or the agents together, did over and over without getting anywhere. */
export interface StepLoop {
  readonly kind: LoopKind;
  /** How many acts make one round. */
  readonly period: number;
  /** How often the round was gone through in full, the first time counted. */
  readonly times: number;
  /** First act of the first round: what is repeated. */
  readonly first: Act;
  /** First act of the second round: the step that started the loop, since the first round was no repetition yet. */
  readonly start: Act;
  /** Last act that belongs to the loop. */
  readonly last: Act;
}

/** Longest round that is looked for, in acts. */
export const MAX_PERIOD = 20;
/** Short rounds recur by chance more easily than long ones, so they must come more often. */
const SHORT_PERIOD = 3;

/** How often a round must come at least, the first time counted. Other arguments each time are a search for longer. */
export const leastTimes = (kind: LoopKind, period: number): number =>
  (period <= SHORT_PERIOD ? 3 : 2) + (kind === 'varied' ? 1 : 0);

/**
 * Finds loops of 1 to 20 acts (AgentScope's step loop), in the order in which they start. A repetition counts only where
 * it brought nothing new: what a retry or a poll brings in the end, and a result that the next call takes up, is progress
 * and no loop. Each act is compared with the act one round before it, for each length of a round, never with all others:
 * linear in the number of steps.
 */
export function findStepLoops(
  index: TrajectoryIndex,
  {
    kinds = LOOP_KINDS,
    acts = actsOf(index),
  }: { readonly kinds?: readonly LoopKind[]; readonly acts?: readonly Act[] } = {},
): readonly StepLoop[] {
  const byAgent = new Map<string, Act[]>();
  for (const act of acts) {
    const own = byAgent.get(act.step.agent);
    if (own === undefined) byAgent.set(act.step.agent, [act]);
    else own.push(act);
  }
  // What others say in between hides the loop of one agent, so each is also looked at alone.
  const sequences = byAgent.size > 1 ? [acts, ...byAgent.values()] : [acts];
  const loops: StepLoop[] = [];
  const seen = new Set<number>();
  for (const sequence of sequences) {
    for (const { start, end, period, kind } of stretchesOf(sequence, kinds)) {
      const members = sequence.slice(start, end);
      const [first, again, last] = [members[0], members[period], members.at(-1)];
      if (first === undefined || again === undefined || last === undefined) continue;
      if (members.some(({ step }) => seen.has(step.position)) || comesThrough(sequence, end, period)) continue;
      for (const { step } of members) seen.add(step.position);
      loops.push({ kind, period, times: Math.floor((end - start) / period), first, start: again, last });
    }
  }
  return loops.sort((a, b) => a.first.step.position - b.first.step.position);
}

interface Stretch {
  readonly kind: LoopKind;
  readonly period: number;
  readonly start: number;
  readonly end: number;
}

/** Stretches that repeat, strictest kind and shortest period first; a looser one replaces those that it wholly holds. */
function stretchesOf(acts: readonly Act[], kinds: readonly LoopKind[]): readonly Stretch[] {
  let found: Stretch[] = [];
  for (const kind of kinds) {
    const covered = new Uint8Array(acts.length);
    for (let period = 1; period <= Math.min(MAX_PERIOD, acts.length - 1); period++) {
      for (const stretch of repeatsOf(acts, kind, period)) {
        if (covered.subarray(stretch.start, stretch.end).includes(1)) continue;
        covered.fill(1, stretch.start, stretch.end);
        const touched = found.filter(({ start, end }) => start < stretch.end && end > stretch.start);
        if (touched.some(({ start, end }) => start <= stretch.start || end > stretch.end)) continue;
        if (touched.length > 0) found = found.filter((one) => !touched.includes(one));
        found.push(stretch);
      }
    }
  }
  return found.sort((a, b) => a.start - b.start);
}

function* repeatsOf(acts: readonly Act[], kind: LoopKind, period: number): Generator<Stretch> {
  const needed = (leastTimes(kind, period) - 1) * period;
  let run = 0;
  for (let at = period; at <= acts.length; at++) {
    if (at < acts.length && isRepeat(acts, at, period, kind)) {
      run++;
      continue;
    }
    if (run >= needed) yield { kind, period, start: at - run - period, end: at };
    run = 0;
  }
}

function isRepeat(acts: readonly Act[], at: number, period: number, kind: LoopKind): boolean {
  const [earlier, later, next, nextBefore] = [acts[at - period], acts[at], acts[at + 1], acts[at + 1 - period]];
  if (earlier === undefined || later === undefined || !isSameAct(earlier, later, kind)) return false;
  if (kind === 'exact' || next === undefined || nextBefore === undefined) return true;
  return !takesUpNews(earlier, later, next, nextBefore);
}

/** Whether the stretch ended because the same call at last brought something else, and the run went on, or ended, with that. */
function comesThrough(acts: readonly Act[], end: number, period: number): boolean {
  const [before, through, next] = [acts[end - period], acts[end], acts[end + 1]];
  if (before === undefined || through === undefined) return false;
  return (
    through.isCall && through.exact === before.exact && !isSameOutcome(before, through) && next?.exact !== through.exact
  );
}
