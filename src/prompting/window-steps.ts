import { estimateTokens } from '../base/estimate-tokens.ts';
import type { Trajectory } from '../contracts/trajectory.ts';
import type { StepNumbers } from './number-steps.ts';
import { type RenderStepsOptions, renderSteps } from './render-steps.ts';

/** About how many tokens each step of a run takes, in full and as one line; measured once, used by every window. */
export interface StepCosts {
  readonly full: readonly number[];
  readonly short: readonly number[];
  /** What an event was cut to when it was measured, in characters. */
  readonly maxEventChars: number;
}

export interface WindowOptions {
  readonly numbers: StepNumbers;
  /** First position that has to be shown in full. */
  readonly must: number;
  /** The one after the last position that is shown: nothing from there on is in the text. */
  readonly to: number;
  /** How many tokens the text may take. */
  readonly tokens: number;
}

export interface StepWindow {
  /** To be fenced. */
  readonly text: string;
  /** First position that is shown in full. */
  readonly from: number;
  /** First position that is shown at all. */
  readonly indexedFrom: number;
  /** What is shown and what is not, in fixed words and step numbers. */
  readonly says: string;
}

const NONE: ReadonlySet<number> = new Set();

/** Measures the steps of a run for `windowSteps`. */
export function measureSteps(
  trajectory: Pick<Trajectory, 'steps'>,
  numbers: StepNumbers,
  maxEventChars: number,
): StepCosts {
  const costOf = (position: number, options: Partial<RenderStepsOptions>): number =>
    estimateTokens(renderSteps(trajectory, { numbers, from: position, to: position + 1, ...options }).text);
  return {
    full: trajectory.steps.map(({ position }) => costOf(position, { maxEventChars })),
    short: trajectory.steps.map(({ position }) => costOf(position, { full: NONE })),
    maxEventChars,
  };
}

/**
 * The part of a run that ends before `to`: the last steps in full, as many as fit into three quarters of the tokens, those
 * before them as one line each, and none where these do not fit either. The steps from `must` on are always in full; where
 * they are too long, the middle of their events is left out, which text and `says` state.
 */
export function windowSteps(
  trajectory: Pick<Trajectory, 'steps'>,
  costs: StepCosts,
  { numbers, must, to, tokens }: WindowOptions,
): StepWindow {
  const sum = (from: number) => costs.full.slice(from, to).reduce((total, cost) => total + cost, 0);
  let used = sum(must);
  let maxEventChars = costs.maxEventChars;
  while (used > tokens && maxEventChars > 200) {
    maxEventChars = Math.floor(maxEventChars / 2);
    used = estimateTokens(renderSteps(trajectory, { numbers, from: must, to, maxEventChars }).text);
  }
  let from = must;
  for (
    let cost = costs.full[from - 1];
    cost !== undefined && used + cost <= tokens * 0.75;
    cost = costs.full[from - 1]
  ) {
    used += cost;
    from--;
  }
  let indexedFrom = from;
  for (
    let cost = costs.short[indexedFrom - 1];
    cost !== undefined && used + cost <= tokens;
    cost = costs.short[indexedFrom - 1]
  ) {
    used += cost;
    indexedFrom--;
  }
  const full = new Set(Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at));
  const { text, shortened } = renderSteps(trajectory, { numbers, from: indexedFrom, to, full, maxEventChars });
  return { text, from, indexedFrom, says: saysOf({ numbers, from, indexedFrom, to, shortened }) };
}

interface Shown {
  readonly numbers: StepNumbers;
  readonly from: number;
  readonly indexedFrom: number;
  readonly to: number;
  readonly shortened: number;
}

function saysOf({ numbers, from, indexedFrom, to, shortened }: Shown): string {
  if (to <= indexedFrom) return 'No step is shown.';
  const range = (first: number, end: number) =>
    first === end - 1
      ? `step ${numbers.numberOf(first)}`
      : `steps ${numbers.numberOf(first)} to ${numbers.numberOf(end - 1)}`;
  const parts = [`Shown in full: ${to > from ? range(from, to) : 'none'}.`];
  if (indexedFrom < from) parts.push(`Shown in one line each: ${range(indexedFrom, from)}.`);
  if (indexedFrom > 0) parts.push(`Not shown: ${range(0, indexedFrom)}.`);
  if (shortened > 0) parts.push(`The middle of long events is left out where a mark says so (${shortened}).`);
  return parts.join(' ');
}
