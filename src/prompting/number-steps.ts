import type { Trajectory } from '../contracts/trajectory.ts';
import { stepNumber } from '../trajectory/step-number.ts';

/** The numbers by which a model is told of steps, and its answers read: the ones that people see, where they are unique. */
export interface StepNumbers {
  numberOf(position: number): number;
  /** The position that an answer means: a number or its digits; null where there is no such step. */
  positionOf(answer: unknown): number | null;
  /** First and last number, for the sentence that states the base; null where there are no steps. */
  readonly range: { readonly first: number; readonly last: number } | null;
}

export function numberSteps({ steps }: Pick<Trajectory, 'steps'>): StepNumbers {
  let numbers = steps.map(stepNumber);
  // Numbers that stand twice or jump back cannot be answered with.
  if (numbers.some((number, at) => at > 0 && number <= (numbers[at - 1] ?? 0))) {
    numbers = steps.map(({ position }) => position + 1);
  }
  const positions = new Map(numbers.map((number, position) => [number, position]));
  const first = numbers[0];
  const last = numbers.at(-1);
  return {
    numberOf: (position) => numbers[position] ?? position + 1,
    positionOf: (answer) => positions.get(wholeNumber(answer)) ?? null,
    range: first === undefined || last === undefined ? null : { first, last },
  };
}

/** "7", 7, "step 7", "Step #7", "7 (assistant)"; NaN for null, for two numbers and for anything else. */
function wholeNumber(answer: unknown): number {
  if (typeof answer === 'number') return Number.isInteger(answer) ? answer : Number.NaN;
  if (typeof answer !== 'string' || answer.length > 60) return Number.NaN;
  const found = answer.match(/-?\d+/g) ?? [];
  return found.length === 1 ? Number(found[0]) : Number.NaN;
}

/** The sentence that states how steps are numbered. */
export const numberingText = ({ range }: StepNumbers): string =>
  range === null
    ? 'The run has no steps.'
    : `Steps are numbered; the first is step ${range.first}, the last step ${range.last}. Name steps by these numbers alone: ` +
      'numbers that stand in the text of a step may count differently.';
