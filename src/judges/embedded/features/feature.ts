import type { Step } from '../../../contracts/trajectory.ts';
import type { RunView } from './run-view.ts';

/** Named numbers of one step, most of them 0 or 1. Absent = 0. */
export type FeatureRow = Map<string, number>;

/**
 * Looks a run over once, then adds what it knows of any step to the step's row. Rows are made one by one: in a run of
 * 50,000 steps, all of them at once would be several times the run itself.
 */
export type FeatureFamily = (view: RunView) => (row: FeatureRow, step: Step, position: number) => void;

/** Sets a feature where it is not zero. */
export function put(row: FeatureRow, name: string, value: number | boolean): void {
  const number = Number(value);
  if (number !== 0 && Number.isFinite(number)) row.set(name, number);
}

/** Counts grow slowly: the tenth of a kind says little more than the fifth. */
export const grown = (count: number): number => Math.log1p(Math.max(0, count));
