import { excerpt } from '../base/text.ts';
import type { Diagnosis, Marker } from '../contracts/diagnosis.ts';
import type { ReasoningActionGraph } from '../contracts/graph.ts';
import type { MarkerName } from '../contracts/judgment.ts';
import type { CheckOutcome } from '../contracts/validation-log.ts';
import type { TrajectoryIndex } from '../trajectory/index-trajectory.ts';
import { reachable } from '../trajectory/reachable.ts';
import { stepNumber } from '../trajectory/step-number.ts';
import { causalPath } from './causal-path.ts';

export type Selection = NonNullable<Diagnosis['selection']>;

/** The markers that answer "where did it go wrong", each by a policy of its own. The others say what came of it. */
const POLICIES = ['firstAnomaly', 'critical', 'decisive'] as const satisfies readonly MarkerName[];
const MAX_VIA = 40;

export interface SelectionInput {
  readonly index: TrajectoryIndex;
  readonly graph: ReasoningActionGraph;
  readonly markers: Diagnosis['markers'];
  /** The marker that leads. */
  readonly target: MarkerName;
  readonly violated: readonly CheckOutcome[];
}

/**
 * Why policies that name another step than the leading one do so: what failed there was made good; the one step comes of
 * the other; or neither comes of the other, and the run has two failures. Empty where they agree.
 */
export function explainSelection({ index, graph, markers, target, violated }: SelectionInput): Selection {
  const base = POLICIES.find((name) => name === target && markers[name] !== null) ?? 'critical';
  const lead = markers[base];
  if (lead === null) return [];
  return POLICIES.flatMap((marker): Selection => {
    const other = markers[marker];
    if (other === null || other.position === lead.position) return [];
    const made = madeGoodAt(violated, other.position);
    const good = made === null ? undefined : index.trajectory.steps[made];
    return [
      {
        marker,
        position: other.position,
        differsFrom: base,
        ...(good === undefined
          ? relation(graph, other, lead)
          : { relation: 'recovered' as const, why: `made good at step ${stepNumber(good)}` }),
      },
    ];
  });
}

/** The step by which everything that failed at a step was made good; null where something never was, or nothing failed. */
function madeGoodAt(violated: readonly CheckOutcome[], position: number): number | null {
  const here = violated.filter((outcome) => outcome.position === position);
  let last: number | null = null;
  for (const { recoveredPosition } of here) {
    if (recoveredPosition === null) return null;
    last = Math.max(last ?? 0, recoveredPosition);
  }
  return last;
}

function relation(
  graph: ReasoningActionGraph,
  other: Marker,
  lead: Marker,
): Pick<Selection[number], 'relation' | 'why'> {
  const [earlier, later] = other.position < lead.position ? [other, lead] : [lead, other];
  // As for the blast radius: along order alone everything would come of everything.
  const carrying = graph.edges.filter(({ from, carrier }) => carrier.type !== 'order' || from === earlier.position);
  const leadNumber = stepNumber(lead);
  if (!reachable(carrying, earlier.position, 'to').has(later.position)) {
    return {
      relation: 'independent',
      why:
        other === earlier
          ? `step ${leadNumber} does not come of it: a failure of its own`
          : `it does not come of step ${leadNumber}: a later failure of its own`,
    };
  }
  const [, next] = causalPath({ ...graph, edges: carrying }, earlier.position, later.position);
  const value = graph.edges.some(({ carrier }) => carrier.type === 'value' && carrier.value === next?.via);
  const via = next === undefined || !value ? '' : ` (by “${excerpt(next.via, MAX_VIA)}”)`;
  return {
    relation: 'same-cause',
    why: other === earlier ? `step ${leadNumber} comes of it${via}` : `it comes of step ${leadNumber}${via}`,
  };
}
