import type { Constraint } from '../../contracts/constraint.ts';
import type { PolicyClause } from '../../contracts/constraint-pack.ts';
import type { CheckOutcome } from '../../contracts/validation-log.ts';

export const CLAUSE_STATES = [
  'violated',
  'satisfied',
  'undecided',
  'errors',
  'never triggered',
  'no constraint',
] as const;

/** What is known of a clause, or of a constraint that comes from none, over many runs. */
export interface ClauseCoverage {
  /** Null for a constraint that comes from no clause. */
  readonly clause: string | null;
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

type Counts = { -readonly [K in 'violated' | 'satisfied' | 'undecided' | 'errors']: number };

interface Group extends Counts {
  readonly clause: string | null;
  readonly text: string;
  readonly constraints: string[];
}

export interface CoveredPolicy {
  readonly clauses: readonly Pick<PolicyClause, 'id' | 'text'>[];
  readonly constraints: readonly Constraint[];
}

/** Counts, from the outcomes of one run after the other, which clauses of a policy were put to the test. */
export function createClauseTally({ clauses, constraints }: CoveredPolicy) {
  const ofClause = new Map<string, Group>();
  const ofConstraint = new Map<string, Group>();
  const newGroup = (clause: string | null, text: string): Group => {
    const group = { clause, text, constraints: [], violated: 0, satisfied: 0, undecided: 0, errors: 0 };
    if (clause !== null) ofClause.set(clause, group);
    return group;
  };
  const groups = clauses.map(({ id, text }) => newGroup(id, text));
  for (const { id, clause } of constraints) {
    const known = clause === null ? undefined : ofClause.get(clause);
    // A constraint may name a clause that the policy does not have, or none.
    const group = known ?? newGroup(clause, '');
    if (known === undefined) groups.push(group);
    group.constraints.push(id);
    ofConstraint.set(id, group);
  }
  return {
    add: (outcomes: readonly CheckOutcome[]): void => {
      const found = new Map<Group, Set<CheckOutcome['status']>>();
      for (const { constraintId, status } of outcomes) {
        const group = ofConstraint.get(constraintId);
        if (group === undefined) continue;
        const known = found.get(group);
        if (known === undefined) found.set(group, new Set([status]));
        else known.add(status);
      }
      for (const [group, states] of found) {
        if (states.has('error')) group.errors++;
        if (states.has('violated')) group.violated++;
        else if (states.has('satisfied')) group.satisfied++;
        else if (states.has('undecided')) group.undecided++;
      }
    },
    /** The clauses in their order, then what constraints name beside them, then constraints that come from no clause. */
    covered: (): readonly ClauseCoverage[] => groups.map((group) => ({ ...group, state: stateOf(group) })),
  };
}

function stateOf(group: Group): ClauseCoverage['state'] {
  if (group.constraints.length === 0) return 'no constraint';
  return (
    (['violated', 'satisfied', 'undecided', 'errors'] as const).find((name) => group[name] > 0) ?? 'never triggered'
  );
}
