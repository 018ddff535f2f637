import { estimateTokens } from '../base/estimate-tokens.ts';
import { plural } from '../base/text.ts';
import type { Step, Trajectory } from '../contracts/trajectory.ts';
import type { StepNumbers } from './number-steps.ts';
import { INDEX_CHARS, renderSteps } from './render-steps.ts';

export interface FitStepsOptions {
  readonly numbers: StepNumbers;
  /** Tokens that the text may have, estimated; null = any number. */
  readonly budgetTokens: number | null;
  /** Positions that matter most, best first. */
  readonly order: readonly number[];
  /** How many of `order` are shown in full, the rest as one line each; null = every step in full, if they fit. */
  readonly shortlist: number | null;
  /** Steps whose text stands elsewhere in the prompt: one line is enough for them. */
  readonly elsewhere?: ReadonlySet<number>;
  readonly from?: number;
  readonly to?: number;
}

export interface FittedSteps {
  readonly text: string;
  /** What was asked to be shown and is not, in words; empty where all is. */
  readonly notes: readonly string[];
}

/** Part of the budget that the steps in full may take; lines for the others need the rest. */
const FULL_SHARE = 0.7;
/** Tokens of a step's line and of the label before an event: the number, who acts, what it is. */
const LABEL_TOKENS = 24;
const SHRINK = [1, 0.75, 0.5, 0.25];

/**
 * A run in the room there is: all steps in full where they fit, else as many of the important ones as fit and a line for
 * each other, else lines around the important ones only. What is not shown is said in the text and in the notes.
 */
export function fitSteps(trajectory: Pick<Trajectory, 'steps'>, options: FitStepsOptions): FittedSteps {
  const { numbers, budgetTokens, shortlist, from = 0, to = trajectory.steps.length } = options;
  const steps = trajectory.steps.slice(from, to);
  const elsewhere = options.elsewhere ?? new Set<number>();
  const wanted =
    shortlist === null
      ? new Set(steps.map(({ position }) => position).filter((position) => !elsewhere.has(position)))
      : new Set(options.order.slice(0, shortlist).filter((position) => position >= from && position < to));
  const whole = renderSteps(trajectory, { numbers, from, to, full: wanted });
  if (budgetTokens === null || estimateTokens(whole.text) <= budgetTokens) return { text: whole.text, notes: [] };
  let fitted: FittedSteps = { text: '', notes: [] };
  // An estimate is one: what came out too long is made again with less room.
  for (const share of SHRINK) {
    fitted = shrink(trajectory, steps, wanted, options, Math.floor(budgetTokens * share));
    if (estimateTokens(fitted.text) <= budgetTokens) break;
  }
  return fitted;
}

function shrink(
  trajectory: Pick<Trajectory, 'steps'>,
  steps: readonly Step[],
  wanted: ReadonlySet<number>,
  { numbers, order, from, to, elsewhere }: FitStepsOptions,
  budget: number,
): FittedSteps {
  const maxEventChars = Math.max(600, Math.floor(budget / 4) * 3);
  const byImportance = inOrder(order, steps);
  const full = new Set<number>();
  let left = Math.floor(budget * FULL_SHARE);
  for (const step of byImportance) {
    if (!wanted.has(step.position)) continue;
    const cost = fullTokens(step, maxEventChars);
    if (cost > left) continue;
    left -= cost;
    full.add(step.position);
  }
  const shown = new Set(full);
  let lines = budget - (Math.floor(budget * FULL_SHARE) - left);
  for (const step of byImportance) {
    if (full.has(step.position)) continue;
    lines -= Math.min(fullTokens(step, 2 * INDEX_CHARS), INDEX_CHARS) + LABEL_TOKENS;
    if (lines < 0) break;
    shown.add(step.position);
  }
  const rendered = renderSteps(trajectory, {
    numbers,
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    full,
    shown,
    maxEventChars,
  });
  const missing = [...wanted].filter((position) => !full.has(position) && elsewhere?.has(position) !== true).length;
  const notes = [
    ...(missing === 0
      ? []
      : [`the run does not fit: ${plural(full.size, 'step')} shown in full, ${missing} in short or not at all`]),
    ...(rendered.hidden === 0 ? [] : [`${plural(rendered.hidden, 'step')} not shown: not even a line each fits`]),
    ...(rendered.shortened === 0 ? [] : [`the middle of ${plural(rendered.shortened, 'long event')} was left out`]),
  ];
  return { text: rendered.text, notes };
}

function inOrder(order: readonly number[], steps: readonly Step[]): readonly Step[] {
  const byPosition = new Map(steps.map((step) => [step.position, step]));
  const first = [...new Set(order)].flatMap((position) => byPosition.get(position) ?? []);
  const named = new Set(first);
  return [...first, ...steps.filter((step) => !named.has(step))];
}

const fullTokens = ({ events }: Step, maxEventChars: number): number =>
  events.reduce(
    (sum, { text }) => sum + LABEL_TOKENS + estimateTokens(text.slice(0, maxEventChars)),
    events.length === 0 ? LABEL_TOKENS : 0,
  );
