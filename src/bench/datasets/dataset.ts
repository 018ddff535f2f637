import type { Trajectory } from '../../contracts/trajectory.ts';
import type { Category } from '../../taxonomy/categories.ts';

/** A run with what a human said broke it. */
export interface LabelledRun {
  readonly dataset: string;
  /** Runs with one group are never split between training and testing (the same question, under other agents). */
  readonly group: string;
  readonly trajectory: Trajectory;
  /** 0-based positions. */
  readonly label: { readonly position: number; readonly category: Category | null; readonly agent: string | null };
  /** Every labelled failure, the root among them. */
  readonly failures: readonly { readonly position: number; readonly category: Category | null }[];
}

/** A public data set in the layout of its original repository. */
export interface Dataset {
  readonly id: string;
  readonly title: string;
  readonly licence: string;
  /** Reads what lies under `folder`; runs that cannot be joined to a label are named in `skipped`. */
  load(folder: string): { readonly runs: readonly LabelledRun[]; readonly skipped: readonly string[] };
}
