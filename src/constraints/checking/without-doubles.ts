import type { CheckOutcome } from '../../contracts/validation-log.ts';
import type { ConstraintFindings } from './check-constraints.ts';
import { unplaced } from './outcome.ts';

/** Rules that find what constraints made of the definitions of tools find too. */
const DOUBLED: ReadonlySet<string> = new Set([
  'tool-arguments-parse',
  'tool-arguments-valid',
  'tool-call-answered',
  'tool-known',
]);

/** Places that constraints of tools speak of: a step, and an event that they quote there or elsewhere. */
export function saidByTools(findings: ConstraintFindings | null): ReadonlySet<string> {
  const tools = new Set(findings?.constraints.flatMap(({ id, origin }) => (origin === 'tool-schema' ? [id] : [])));
  const violations = findings?.outcomes.filter(
    ({ status, constraintId }) => status === 'violated' && tools.has(constraintId),
  );
  return new Set(violations?.flatMap(placesOf));
}

const placesOf = ({ position, evidence }: CheckOutcome): readonly string[] =>
  evidence.map(({ eventId }) => `${position} ${eventId}`);

/** The outcomes of a rule without the faults that a constraint of tools names already: one finding for one fault. */
export function withoutDoubles(
  rule: { readonly id: string },
  outcomes: readonly CheckOutcome[],
  said: ReadonlySet<string>,
): readonly CheckOutcome[] {
  if (said.size === 0 || !DOUBLED.has(rule.id)) return outcomes;
  const kept = outcomes.filter(
    (outcome) => outcome.status !== 'violated' || !placesOf(outcome).some((place) => said.has(place)),
  );
  if (kept.length > 0 || outcomes.length === 0) return kept;
  return [unplaced(rule, 'not-applicable', 'what it found is said by the constraints of the tools', 0)];
}
