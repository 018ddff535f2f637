import type { CheckOutcome } from '../../contracts/validation-log.ts';

/** Runs whose outcome is known, by what it was. */
export type RunGroup = 'passing' | 'failing';

/** Runs that a constraint could be checked on, and those among them in which it was violated and nothing made it good. */
export interface FiringCounts {
  readonly runs: number;
  readonly fired: number;
}

/** What one constraint did, run by run. */
export interface ConstraintCounts {
  readonly passing: FiringCounts;
  readonly failing: FiringCounts;
  /** Runs in which it could not tell at some place, and in which it crashed or timed out at some place. */
  readonly undecided: number;
  readonly errors: number;
}

type Counter = { runs: number; fired: number };

interface Row {
  readonly passing: Counter;
  readonly failing: Counter;
  undecided: number;
  errors: number;
}

/**
 * Counts runs, never violations: a constraint that fires ten times in one run is one false alarm. What was violated and
 * made good counts as checked alone, since the judge gives it no weight of the constraint either.
 */
export class FiringTally {
  readonly #rows = new Map<string, Row>();
  readonly #runs = { passing: 0, failing: 0 };

  /** Adds the outcomes of one run. */
  add(group: RunGroup, outcomes: readonly CheckOutcome[]): void {
    this.#runs[group]++;
    const checked = new Set<string>();
    const fired = new Set<string>();
    const undecided = new Set<string>();
    const errors = new Set<string>();
    for (const { constraintId, status, recoveredPosition } of outcomes) {
      if (status === 'violated' || status === 'satisfied') checked.add(constraintId);
      if (status === 'violated' && recoveredPosition === null) fired.add(constraintId);
      if (status === 'undecided') undecided.add(constraintId);
      if (status === 'error') errors.add(constraintId);
    }
    for (const id of checked) this.#row(id)[group].runs++;
    for (const id of fired) this.#row(id)[group].fired++;
    for (const id of undecided) this.#row(id).undecided++;
    for (const id of errors) this.#row(id).errors++;
  }

  /** Runs that were added. */
  get runs(): { readonly passing: number; readonly failing: number } {
    return { ...this.#runs };
  }

  of(constraintId: string): ConstraintCounts {
    const { passing, failing, undecided, errors } = this.#rows.get(constraintId) ?? emptyRow();
    return { passing: { ...passing }, failing: { ...failing }, undecided, errors };
  }

  #row(id: string): Row {
    const row = this.#rows.get(id) ?? emptyRow();
    this.#rows.set(id, row);
    return row;
  }
}

const emptyRow = (): Row => ({
  passing: { runs: 0, fired: 0 },
  failing: { runs: 0, fired: 0 },
  undecided: 0,
  errors: 0,
});
