import type { ConstraintChecks, Diagnosis } from '../../contracts/diagnosis.ts';
import { countOf, formatCount } from './format-number.ts';

/** "order-read-first, clause 2.3". */
export const constraintLabel = ({
  constraintId,
  clause,
}: {
  readonly constraintId: string;
  readonly clause?: string | null | undefined;
}): string => (clause == null ? constraintId : `${constraintId}, clause ${clause}`);

export interface ConstraintWords {
  /** "5 of 8 constraints ran: 2 violations, 1 undecided, 37 errors": never to be taken for a pass. */
  readonly text: string;
  /** Whether it must be seen: none ran, or some failed to. */
  readonly isLoud: boolean;
}

type Counts = Omit<ConstraintChecks, 'outcomes'>;

export function constraintWords({ constraints, ran, violated, undecided, errors }: Counts): ConstraintWords {
  const parts = [violated === 0 ? 'no violation' : countOf(violated, 'violation')];
  if (undecided > 0) parts.push(`${formatCount(undecided)} undecided`);
  if (errors > 0) parts.push(countOf(errors, 'error'));
  return {
    text: `${formatCount(ran)} of ${countOf(constraints, 'constraint')} ran: ${parts.join(', ')}`,
    isLoud: ran === 0 || errors > 0,
  };
}

/** Counts over many runs, one after the other: a constraint counts as run where it ran in one of them. */
export function createConstraintTally() {
  const ran = new Set<string>();
  const undecided = new Set<string>();
  let [constraints, violated, errors] = [0, 0, 0];
  return {
    add: ({ constraintChecks }: Diagnosis): void => {
      if (constraintChecks === undefined) return;
      constraints = Math.max(constraints, constraintChecks.constraints);
      violated += constraintChecks.violated;
      errors += constraintChecks.errors;
      for (const outcome of constraintChecks.outcomes) {
        if (outcome.satisfied + outcome.violated > 0) ran.add(outcome.constraintId);
        if (outcome.undecided > 0) undecided.add(outcome.constraintId);
      }
    },
    /** Null where no run had any constraint besides the rules. */
    words: (): ConstraintWords | null =>
      constraints === 0
        ? null
        : constraintWords({ constraints, ran: ran.size, violated, undecided: undecided.size, errors }),
  };
}

/** What became of constraints over many runs; null where no run had any. */
export function constraintWordsOf(runs: readonly { readonly diagnosis: Diagnosis }[]): ConstraintWords | null {
  const tally = createConstraintTally();
  for (const { diagnosis } of runs) tally.add(diagnosis);
  return tally.words();
}

/** What a person should look at first: constraints that failed to run, and those that could not tell. */
export const troubled = ({ outcomes }: ConstraintChecks): ConstraintChecks['outcomes'] =>
  outcomes
    .filter(({ errors, undecided, violated }) => violated === 0 && errors + undecided > 0)
    .sort((a, b) => b.errors - a.errors);
