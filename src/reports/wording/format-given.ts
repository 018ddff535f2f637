import type { Diagnosis, GivenChecks } from '../../contracts/diagnosis.ts';
import { countOf, formatCount } from './format-number.ts';

export interface GivenWords {
  /** "5 of 8 constraints ran: 2 violations, 1 undecided, 37 errors": never to be taken for a pass. */
  readonly text: string;
  /** Whether it must be seen: none ran, or some failed to. */
  readonly isLoud: boolean;
}

type Counts = Omit<GivenChecks, 'outcomes'>;

export function givenWords({ constraints, ran, violated, undecided = 0, errors }: Counts): GivenWords {
  const parts = [countOf(violated, 'violation')];
  if (undecided > 0) parts.push(`${formatCount(undecided)} undecided`);
  if (errors > 0) parts.push(countOf(errors, 'error'));
  return {
    text: `${formatCount(ran)} of ${countOf(constraints, 'constraint')} ran: ${parts.join(', ')}`,
    isLoud: ran === 0 || errors > 0,
  };
}

/** Counts over many runs, one after the other: a constraint counts as run where it ran in one of them. */
export function createGivenTally() {
  const ran = new Set<string>();
  const undecided = new Set<string>();
  let [constraints, violated, errors] = [0, 0, 0];
  return {
    add: ({ checks: { given } }: Diagnosis): void => {
      if (given == null) return;
      constraints = Math.max(constraints, given.constraints);
      violated += given.violated;
      errors += given.errors;
      for (const outcome of given.outcomes ?? []) {
        if (outcome.satisfied + outcome.violated > 0) ran.add(outcome.constraintId);
        if (outcome.undecided > 0) undecided.add(outcome.constraintId);
      }
    },
    /** Null where no run had any constraint besides the rules. */
    words: (): GivenWords | null =>
      constraints === 0
        ? null
        : givenWords({ constraints, ran: ran.size, violated, undecided: undecided.size, errors }),
  };
}

/** What came of constraints over many runs; null where no run had any. */
export function givenWordsOf(runs: readonly { readonly diagnosis: Diagnosis }[]): GivenWords | null {
  const tally = createGivenTally();
  for (const { diagnosis } of runs) tally.add(diagnosis);
  return tally.words();
}

export interface TroubledConstraint {
  readonly constraintId: string;
  /** "order-read-first, clause 2.3". */
  readonly label: string;
  /** "3 errors", "2 undecided". */
  readonly kind: string;
  readonly isError: boolean;
  readonly message: string;
}

/** What a person should look at first: constraints that failed to run, then those that could not tell. */
export function troubledConstraints({ checks: { given } }: Diagnosis): readonly TroubledConstraint[] {
  return (given?.outcomes ?? [])
    .filter(({ errors, undecided, violated }) => errors > 0 || (violated === 0 && undecided > 0))
    .sort((a, b) => b.errors - a.errors)
    .map(({ constraintId, clause, errors, undecided, message }) => ({
      constraintId,
      label: clause === null ? constraintId : `${constraintId}, clause ${clause}`,
      kind: errors > 0 ? countOf(errors, 'error') : `${formatCount(undecided)} undecided`,
      isError: errors > 0,
      message: message ?? '',
    }));
}
