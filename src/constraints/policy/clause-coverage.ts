import type { ConstraintPack } from '../../contracts/constraint-pack.ts';
import type { CheckOutcome } from '../../contracts/validation-log.ts';

export const CLAUSE_STATES = [
  'violated',
  'satisfied',
  'undecided',
  'errors',
  'never triggered',
  'no constraint',
] as const;

/** What is known of a clause over many runs. */
export interface ClauseCoverage {
  readonly clause: string;
  readonly text: string;
  readonly constraints: readonly string[];
  /** Runs in which one of its constraints was violated. */
  readonly violated: number;
  /** Runs in which its constraints were checked and held. */
  readonly satisfied: number;
  /** Runs in which none of its constraints could tell. */
  readonly undecided: number;
  /** Runs in which one of its constraints crashed. */
  readonly errors: number;
  /** The first of the states that holds somewhere. */
  readonly state: (typeof CLAUSE_STATES)[number];
}

/** Which clauses of a policy were put to the test, over the outcomes of many runs. */
export function clauseCoverage(
  { clauses, constraints }: Pick<ConstraintPack, 'clauses' | 'constraints'>,
  runs: readonly (readonly CheckOutcome[])[],
): readonly ClauseCoverage[] {
  const own = constraints.filter(({ clause }) => clause !== null);
  const listed = new Set(clauses.map(({ id }) => id));
  const unlisted = [...new Set(own.flatMap(({ clause }) => (clause === null || listed.has(clause) ? [] : [clause])))];
  const clauseOf = new Map(own.map(({ id, clause }) => [id, clause]));
  const counts = new Map<string, { violated: number; satisfied: number; undecided: number; errors: number }>();
  for (const outcomes of runs) {
    const states = new Map<string, Set<CheckOutcome['status']>>();
    for (const { constraintId, status } of outcomes) {
      const clause = clauseOf.get(constraintId);
      if (clause == null) continue;
      const known = states.get(clause);
      if (known === undefined) states.set(clause, new Set([status]));
      else known.add(status);
    }
    for (const [clause, found] of states) {
      const count = counts.get(clause) ?? { violated: 0, satisfied: 0, undecided: 0, errors: 0 };
      counts.set(clause, count);
      if (found.has('error')) count.errors++;
      if (found.has('violated')) count.violated++;
      else if (found.has('satisfied')) count.satisfied++;
      else if (found.has('undecided')) count.undecided++;
    }
  }
  return [...clauses, ...unlisted.map((id) => ({ id, text: '' }))].map(({ id, text }): ClauseCoverage => {
    const ids = own.filter(({ clause }) => clause === id).map((constraint) => constraint.id);
    const count = counts.get(id) ?? { violated: 0, satisfied: 0, undecided: 0, errors: 0 };
    const state =
      ids.length === 0
        ? 'no constraint'
        : ((['violated', 'satisfied', 'undecided', 'errors'] as const).find((name) => count[name] > 0) ??
          'never triggered');
    return { clause: id, text, constraints: ids, ...count, state };
  });
}
