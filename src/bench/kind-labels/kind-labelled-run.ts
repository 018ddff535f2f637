import type { Trajectory } from '../../contracts/trajectory.ts';
import type { Category } from '../../taxonomy/categories.ts';
import type { Mode } from '../../taxonomy/modes.ts';

/** A failure that people labelled, in our names: the best first, any of them counts as the same. */
export interface KindLabel {
  /** 0-based. */
  readonly position: number;
  readonly categories: readonly Category[];
  /** Empty where the labels speak of categories alone. */
  readonly modes: readonly Mode[];
}

/** A run with every failure in it that people labelled by its kind; no one of them need be what broke it. */
export interface KindLabelledRun {
  readonly dataset: string;
  readonly trajectory: Trajectory;
  readonly labels: readonly KindLabel[];
}

export interface KindDataset {
  readonly id: string;
  readonly title: string;
  readonly licence: string;
  /** Reads what lies under `folder`; labels that fit no step or have no translation are named in `skipped`. */
  load(folder: string): { readonly runs: readonly KindLabelledRun[]; readonly skipped: readonly string[] };
}
