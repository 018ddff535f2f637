import type { Diagnosis, Marker } from '../../contracts/diagnosis.ts';
import { MARKERS, type MarkerName } from '../../contracts/judgment.ts';
import { stepNumber } from '../../trajectory/step-number.ts';

interface MarkerWords {
  /** Name of the marker in running text. */
  readonly name: string;
  /** What it tells, as a row's label; 11 columns at most. */
  readonly label: string;
  readonly letter: string;
  readonly meaning: string;
}

export const MARKER_WORDS = {
  firstAnomaly: {
    name: 'first anomaly',
    label: 'First sign',
    letter: 'A',
    meaning: 'the earliest failed check that stays failed',
  },
  critical: {
    name: 'critical',
    label: 'Critical',
    letter: 'C',
    meaning: 'the first failure from which the run never recovers',
  },
  decisive: {
    name: 'decisive',
    label: 'Decisive',
    letter: 'D',
    meaning: 'the step that best explains the outcome',
  },
  lastRecoverable: {
    name: 'last recoverable',
    label: 'Last chance',
    letter: 'L',
    meaning: 'the last step at which a correction could still have changed the outcome',
  },
  pointOfNoReturn: {
    name: 'point of no return',
    label: 'No way back',
    letter: 'N',
    meaning: 'the step that sealed the loss',
  },
  symptom: { name: 'symptom', label: 'Shows at', letter: 'S', meaning: 'where the failure first became visible' },
} as const satisfies Record<MarkerName, MarkerWords>;

/** Markers that name the same step. */
export interface MarkerGroup {
  readonly position: number;
  readonly number: number;
  readonly agent: string;
  /** In the order of `MARKERS`; the marker that leads the diagnosis comes first in its group. */
  readonly names: readonly [MarkerName, ...MarkerName[]];
  /** Why, each reason once, in the order of the names; then how the step stands to the one that leads. */
  readonly reasons: readonly string[];
  /** Whether the diagnosis leads with this step. */
  readonly leads: boolean;
}

/** Name of the marker that leads: the target, else the critical step. */
const leadName = ({ markers, target }: Diagnosis): MarkerName => (markers[target] === null ? 'critical' : target);

/** The step that a diagnosis leads with; null where no step is blamed. */
export const leadOf = (diagnosis: Diagnosis): Marker | null => diagnosis.markers[leadName(diagnosis)];

/** The markers of a diagnosis by step, in step order. */
export function groupMarkers(diagnosis: Diagnosis): MarkerGroup[] {
  const first = leadName(diagnosis);
  const whys = new Map((diagnosis.selection ?? []).map(({ marker, why }) => [marker, why]));
  const groups = new Map<number, [{ name: MarkerName; marker: Marker }, ...{ name: MarkerName; marker: Marker }[]]>();
  for (const name of [first, ...MARKERS.filter((one) => one !== first)]) {
    const marker = diagnosis.markers[name];
    if (marker === null) continue;
    const group = groups.get(marker.position);
    if (group === undefined) groups.set(marker.position, [{ name, marker }]);
    else group.push({ name, marker });
  }
  return [...groups.values()]
    .sort(([a], [b]) => a.marker.position - b.marker.position)
    .map(([head, ...rest]) => ({
      position: head.marker.position,
      number: stepNumber(head.marker),
      agent: head.marker.agent,
      names: [head.name, ...rest.map((one) => one.name)],
      reasons: [
        ...new Set([
          ...[head, ...rest].map((one) => one.marker.reason),
          ...[head, ...rest].flatMap(({ name }) => (whys.has(name) ? [whys.get(name) ?? ''] : [])),
        ]),
      ].filter((reason) => reason !== ''),
      leads: head.name === first,
    }));
}
