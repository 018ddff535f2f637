import type { Step, TraceEvent } from '../../contracts/trajectory.ts';
import type { TrajectoryIndex } from '../../trajectory/index-trajectory.ts';
import { callsOfSteps } from './_calls-of-steps.ts';
import { normalText } from './_near-duplicate.ts';
import { likeness, sketchOf, type TextSketch } from './_text-sketch.ts';
import { defineRule, quoteHead, type Violation } from './rule.ts';

/** Longest cycle that is looked for, in acts. */
const MAX_PERIOD = 20;
/** Results and messages this alike count as the same; what is called must be the same to the letter. */
const ALIKE = 0.9;

/** What a step does: the calls it makes with what they gave, or the message it sends. */
interface Act {
  readonly step: Step;
  readonly event: TraceEvent;
  /** Agent and calls, word for word. */
  readonly key: string;
  /** Results or message. */
  readonly sketch: TextSketch;
}

export default defineRule({
  id: 'no-cycle',
  description: 'The run does not go round in circles: no sequence of acts repeats with the same results.',
  appliesTo: 'trajectory',
  category: 'instruction-plan-adherence',
  mode: 'step-loop',
  severity: 'medium',
  type: 'TEMPORAL',
  evaluate({ index }) {
    const acts = actsOf(index);
    const byAgent = new Map<string, Act[]>();
    for (const act of acts) {
      const own = byAgent.get(act.step.agent);
      if (own === undefined) byAgent.set(act.step.agent, [act]);
      else own.push(act);
    }
    const violations: Violation[] = [];
    const seen = new Set<Step>();
    const sequences = byAgent.size > 1 ? [acts, ...byAgent.values()] : [acts];
    for (const sequence of sequences) {
      for (const cycle of cyclesOf(sequence)) {
        const members = sequence.slice(cycle.start, cycle.end);
        if (members.some(({ step }) => seen.has(step))) continue;
        for (const { step } of members) seen.add(step);
        const first = sequence[cycle.start];
        const again = sequence[cycle.start + cycle.period];
        if (first === undefined || again === undefined) continue;
        const times = Math.floor((cycle.end - cycle.start) / cycle.period);
        violations.push({
          step: again.step,
          message: `${cycle.period === 1 ? 'the same act' : `the same ${cycle.period} acts`} ${times} times over, with the same outcome`,
          evidence: [
            quoteHead(again.step, again.event, 'the first repetition'),
            quoteHead(first.step, first.event, 'what it repeats'),
          ],
        });
      }
    }
    return { checked: acts.length, violations };
  },
});

function actsOf(index: TrajectoryIndex): readonly Act[] {
  const calls = callsOfSteps(index);
  return index.trajectory.steps.flatMap((step): Act[] => {
    if (step.role !== 'agent') return [];
    const made = calls.get(step.position) ?? [];
    const first = made[0];
    if (first !== undefined) {
      const key = `${step.agent}\n${made.map(({ signature }) => signature).join('\n')}`;
      return [
        {
          step,
          event: first.call,
          key,
          sketch: sketchOf(made.map(({ result }) => normalText(result?.text ?? '')).join('\n')),
        },
      ];
    }
    const message = step.events.find((event) => event.kind === 'message' && event.text.trim() !== '');
    return message === undefined ? [] : [{ step, event: message, key: step.agent, sketch: sketchOf(message.text) }];
  });
}

/** Stretches that repeat with some period, shortest period first; each act is in one at most. */
function cyclesOf(acts: readonly Act[]): readonly { start: number; end: number; period: number }[] {
  const cycles: { start: number; end: number; period: number }[] = [];
  const covered = new Uint8Array(acts.length);
  for (let period = 1; period <= MAX_PERIOD; period++) {
    // Short patterns recur by chance, so they must come three times; a long one that recurs whole is enough.
    const needed = period <= 3 ? 2 * period : period;
    let run = 0;
    for (let at = period; at <= acts.length; at++) {
      const same = at < acts.length && covered[at] === 0 && isSame(acts[at], acts[at - period]);
      if (same) {
        run++;
        continue;
      }
      if (run >= needed) {
        const start = at - run - period;
        if (!covered.subarray(start, at).includes(1)) {
          cycles.push({ start, end: at, period });
          covered.fill(1, start, at);
        }
      }
      run = 0;
    }
  }
  return cycles;
}

const isSame = (a: Act | undefined, b: Act | undefined): boolean =>
  a !== undefined && b !== undefined && a.key === b.key && likeness(a.sketch, b.sketch) >= ALIKE;
