import { contentHash } from '../../base/hash.ts';
import type { Step } from '../../contracts/trajectory.ts';
import { callsOfSteps } from '../../trajectory/calls-of-steps.ts';
import type { CallRecord, TrajectoryIndex } from '../../trajectory/index-trajectory.ts';
import { likeness, sketchOf, type TextSketch } from '../../trajectory/text-sketch.ts';

/** What of a step is looked at to find its counterpart in another run. */
export interface StepFace {
  readonly step: Step;
  readonly calls: readonly CallRecord[];
  /** Equal for steps that do the same: same role, calls word for word, or the same words. */
  readonly exact: string;
  /** Role and tools: steps that differ here are never counterparts. */
  readonly shape: string;
  readonly words: TextSketch;
}

const COMPARED = 4_000;

/** The face of every step, in order. One pass. */
export function facesOf(index: TrajectoryIndex): readonly StepFace[] {
  const calls = callsOfSteps(index);
  return index.trajectory.steps.map((step): StepFace => {
    const made = calls.get(step.position) ?? [];
    const results = step.events.filter(({ kind }) => kind === 'tool-result');
    const names = results.map((event) => (event.kind === 'tool-result' ? (event.name ?? '') : ''));
    // Of a step that calls, the calls count and not what is said beside them.
    const said =
      made.length > 0 ? made.map(({ call }) => call.text).join('\n') : step.events.map(({ text }) => text).join('\n');
    const text = said.slice(0, COMPARED);
    const what = made.length > 0 ? made.map(({ signature }) => signature).join('\n') : text.replace(/\s+/g, ' ').trim();
    return {
      step,
      calls: made,
      exact: contentHash(`${step.role}\n${what}`),
      shape: made.length > 0 ? `${step.role} calls` : `${step.role} ${names.join(' ')}`,
      words: sketchOf(text, COMPARED),
    };
  });
}

/** How well two steps fit as counterparts, 0 to 1; below 0 where they are none. */
export function likenessOfFaces(a: StepFace, b: StepFace): number {
  if (a.exact === b.exact) return 1;
  if (a.shape !== b.shape) return -1;
  const words = likeness(a.words, b.words);
  if (a.calls.length === 0) return 0.15 + 0.75 * words;
  const tools = (face: StepFace) => face.calls.map(({ call }) => call.name).join('\n');
  return tools(a) === tools(b) ? 0.5 + 0.4 * words : 0.05 + 0.2 * words;
}
