import type { GivenChecks } from '../contracts/diagnosis.ts';
import type { CheckOutcome, ValidationLog } from '../contracts/validation-log.ts';

/** Longest message that is kept: the whole of it stands in the validation log. */
const MAX_MESSAGE = 500;

type Outcome = NonNullable<GivenChecks['outcomes']>[number];

/** What came of the constraints that are no built-in rules: one that never ran must not look like one that held. */
export function givenChecks({ constraints, outcomes }: ValidationLog): GivenChecks | null {
  const others = constraints.filter(({ origin }) => origin !== 'rule');
  if (others.length === 0) return null;
  const byId = new Map<string, CheckOutcome[]>(others.map(({ id }) => [id, []]));
  for (const outcome of outcomes) byId.get(outcome.constraintId)?.push(outcome);
  const all = others.map(({ id, clause }) => summed(id, clause, byId.get(id) ?? []));
  const sum = (of: (one: Outcome) => number) => all.reduce((total, one) => total + of(one), 0);
  return {
    constraints: all.length,
    ran: all.filter(({ satisfied, violated }) => satisfied + violated > 0).length,
    violated: sum(({ violated }) => violated),
    undecided: all.filter(({ undecided }) => undecided > 0).length,
    errors: sum(({ errors }) => errors),
    outcomes: all.filter(({ satisfied, violated, undecided, errors }) => satisfied + violated + undecided + errors > 0),
  };
}

function summed(constraintId: string, clause: string | null, outcomes: readonly CheckOutcome[]): Outcome {
  const count = (status: CheckOutcome['status']) =>
    outcomes.reduce((sum, outcome) => sum + (outcome.status === status ? outcome.checked : 0), 0);
  const telling = (['violated', 'error', 'undecided'] as const)
    .map((status) => outcomes.find((outcome) => outcome.status === status))
    .find((outcome) => outcome !== undefined);
  return {
    constraintId,
    clause,
    satisfied: count('satisfied'),
    violated: count('violated'),
    undecided: count('undecided'),
    errors: count('error'),
    message: telling === undefined ? null : telling.message.slice(0, MAX_MESSAGE),
  };
}
