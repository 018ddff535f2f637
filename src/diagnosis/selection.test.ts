import { describe, expect, it } from 'vitest';
import type { Marker } from '../contracts/diagnosis.ts';
import type { GraphEdge, ReasoningActionGraph } from '../contracts/graph.ts';
import { MARKERS, type MarkerName } from '../contracts/judgment.ts';
import type { CheckOutcome } from '../contracts/validation-log.ts';
import { parseTrace } from '../formats/read-trace.ts';
import { indexTrajectory } from '../trajectory/index-trajectory.ts';
import { explainSelection } from './selection.ts';

const messages = Array.from({ length: 8 }, (_, at) => ({
  role: at % 2 === 0 ? 'user' : 'assistant',
  content: `m${at}`,
}));
const [read] = parseTrace(JSON.stringify(messages));
if (read?.ok !== true) throw new Error('the sample does not parse');
const index = indexTrajectory(read.value);

const order = (from: number): GraphEdge => ({ from, to: from + 1, kind: 'control', carrier: { type: 'order' } });
const value = (from: number, to: number): GraphEdge => ({
  from,
  to,
  kind: 'data',
  carrier: { type: 'value', value: 'W7303', fromEventId: 'a', fromStart: 0, toEventId: 'b', toStart: 0 },
});
const graph: ReasoningActionGraph = {
  kind: 'reasoning-action-graph',
  schemaVersion: 1,
  trajectoryId: 't',
  madeFrom: { trajectory: 'x' },
  nodes: [],
  edges: [...[0, 1, 2, 3, 4, 5, 6].map(order), value(1, 5)],
  ungrounded: [],
  recoveries: [],
};
const marker = (position: number): Marker => ({
  stepId: `s${position}`,
  position,
  nativeIndex: null,
  rawRef: `/${position}`,
  agent: 'assistant',
  reason: 'r',
});
const violation = (position: number, recoveredPosition: number | null): CheckOutcome => ({
  constraintId: 'c',
  status: 'violated',
  stepId: null,
  position,
  message: '',
  evidence: [],
  recoveredPosition,
  checked: 1,
});

function explain(
  places: Partial<Record<MarkerName, number>>,
  { violated = [], target = 'critical' }: { violated?: readonly CheckOutcome[]; target?: MarkerName } = {},
) {
  const markers = Object.fromEntries(
    MARKERS.map((name) => [name, places[name] === undefined ? null : marker(places[name])]),
  ) as Record<MarkerName, Marker | null>;
  return explainSelection({ index, graph, markers, target, violated }).map(
    ({ marker: name, position, differsFrom, relation, why }) => [name, position, differsFrom, relation, why],
  );
}

describe('explainSelection', () => {
  it('says nothing where the policies agree, and nothing of markers that are no policies', () => {
    expect(explain({ firstAnomaly: 5, critical: 5, decisive: 5, symptom: 7, lastRecoverable: 3 })).toEqual([]);
    expect(explain({})).toEqual([]);
  });

  it('says at which step it was made good', () => {
    const violated = [violation(1, 2), violation(1, 4)];
    expect(explain({ firstAnomaly: 1, critical: 5 }, { violated })).toEqual([
      ['firstAnomaly', 1, 'critical', 'recovered', 'made good at step 5'],
    ]);
    // One failure that stays is enough for the step not to be made good.
    expect(explain({ firstAnomaly: 1, critical: 5 }, { violated: [...violated, violation(1, null)] })[0]?.[3]).toBe(
      'same-cause',
    );
  });

  it('says that one comes of the other, and by which value', () => {
    expect(explain({ firstAnomaly: 1, critical: 5, decisive: 6 })).toEqual([
      ['firstAnomaly', 1, 'critical', 'same-cause', 'step 6 comes of it (by “W7303”)'],
      ['decisive', 6, 'critical', 'same-cause', 'it comes of step 6'],
    ]);
  });

  it('says that there are two failures where neither comes of the other', () => {
    expect(explain({ firstAnomaly: 3, critical: 5, decisive: 7 })).toEqual([
      ['firstAnomaly', 3, 'critical', 'independent', 'step 6 does not come of it: a failure of its own'],
      ['decisive', 7, 'critical', 'independent', 'it does not come of step 6: a later failure of its own'],
    ]);
  });

  it('compares with the marker that leads; with the critical step where no policy leads', () => {
    const places = { firstAnomaly: 1, critical: 5, symptom: 7 };
    expect(explain(places, { target: 'firstAnomaly' })).toEqual([
      ['critical', 5, 'firstAnomaly', 'same-cause', 'it comes of step 2 (by “W7303”)'],
    ]);
    expect(explain(places, { target: 'symptom' })[0]?.[2]).toBe('critical');
  });
});
