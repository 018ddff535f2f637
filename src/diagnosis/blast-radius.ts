import type { Diagnosis } from '../contracts/diagnosis.ts';
import type { ReasoningActionGraph } from '../contracts/graph.ts';
import type { CheckOutcome } from '../contracts/validation-log.ts';
import { reachable } from '../trajectory/reachable.ts';

/**
 * How many of the violations after a step come of it, along edges that carry something; null where there are none.
 * What does not come of it would still be there if the step were mended.
 */
export function blastRadius(
  graph: ReasoningActionGraph,
  position: number,
  violated: readonly CheckOutcome[],
): NonNullable<Diagnosis['blastRadius']> | null {
  const later = violated.flatMap((outcome) =>
    outcome.position !== null && outcome.position > position ? [outcome.position] : [],
  );
  if (later.length === 0) return null;
  // Along order alone every later step would count, and the next step always follows from what was said.
  const carrying = graph.edges.filter(({ from, carrier }) => carrier.type !== 'order' || from === position);
  const after = reachable(carrying, position, 'to');
  return { laterViolations: later.length, ofIt: later.filter((one) => after.has(one)).length };
}
