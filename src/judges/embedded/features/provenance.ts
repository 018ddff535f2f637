import type { CallRecord } from '../../../trajectory/index-trajectory.ts';
import { type FeatureFamily, grown, put } from './feature.ts';
import type { RunView } from './run-view.ts';
import { isWrite } from './writes.ts';

const ESCALATE = /(?:transfer|escalate|hand_?off|human)/i;

/** Where values come from and where they go: sources, ungrounded values, influence on the answer, writes. */
export const provenanceFeatures: FeatureFamily = (view) => {
  const { steps, graph, dataOut, dataIn, behindAnswer, answerPosition } = view;
  const ungroundedAt = new Map<number, { argument: number; answer: number; number: number }>();
  for (const found of graph.ungrounded) {
    const counts = ungroundedAt.get(found.position) ?? { argument: 0, answer: 0, number: 0 };
    counts[found.usedAs]++;
    if (found.valueKind === 'number') counts.number++;
    ungroundedAt.set(found.position, counts);
  }
  const firstUngrounded = graph.ungrounded[0]?.position ?? null;
  const writes = view.index.calls.filter((record) => isWrite(record));
  const done = writes.filter((record) => record.failure === null);
  const blocked = blockedLater(view.index.calls, done);
  const origin = answerOrigin(view);
  const most = steps.reduce((so, _, position) => Math.max(so, dataOut.get(position)?.length ?? 0), 1);
  return (row, step, position) => {
    const ungrounded = ungroundedAt.get(position);
    put(row, 'ungrounded arguments', grown(ungrounded?.argument ?? 0));
    put(row, 'ungrounded statements', grown(ungrounded?.answer ?? 0));
    put(row, 'ungrounded numbers', grown(ungrounded?.number ?? 0));
    put(row, 'first ungrounded value', position === firstUngrounded);
    const out = dataOut.get(position)?.length ?? 0;
    put(row, 'values taken up later', out / most);
    put(row, 'source of most values', out === most && out > 1);
    put(row, 'rests on earlier values', grown(dataIn.get(position)?.length ?? 0));
    const distance = behindAnswer.get(position);
    const agent = step.role === 'agent';
    put(row, 'the answer rests on it', agent && distance !== undefined && distance > 0);
    put(row, 'the answer rests on it directly', agent && distance === 1);
    put(row, 'origin of the answer', position === origin);
    put(row, 'the answer', position === answerPosition);
    const here = (view.callsByStep.get(position) ?? []).filter((record) => isWrite(record));
    put(row, 'writes', here.length > 0);
    put(row, 'first write', here.length > 0 && here.includes(writes[0] as CallRecord));
    put(row, 'last write', here.length > 0 && here.includes(writes.at(-1) as CallRecord));
    put(row, 'only write', here.length > 0 && writes.length === 1);
    put(
      row,
      'write that later blocked a call',
      here.some((record) => blocked.has(record)),
    );
    put(
      row,
      'escalates',
      (view.callsByStep.get(position) ?? []).some((record) => ESCALATE.test(record.call.name)),
    );
    const nextWrites = (view.callsByStep.get(position + 1) ?? []).some((record) => isWrite(record));
    put(row, 'a write follows', nextWrites);
  };
};

/** Writes after which another call about the same thing was refused: the write may have closed the way. */
function blockedLater(calls: readonly CallRecord[], done: readonly CallRecord[]): ReadonlySet<CallRecord> {
  const lastWriteOf = new Map<string, CallRecord>();
  const written = new Set(done);
  const blocked = new Set<CallRecord>();
  for (const record of calls) {
    const ids = idsOf(record);
    if (record.failure !== null) {
      for (const id of ids) {
        const write = lastWriteOf.get(id);
        if (write !== undefined) blocked.add(write);
      }
    } else if (written.has(record)) {
      for (const id of ids) lastWriteOf.set(id, record);
    }
  }
  return blocked;
}

function idsOf(record: CallRecord): string[] {
  const value = record.call.arguments;
  if (value === null || typeof value !== 'object') return [];
  return Object.values(value).filter((inner): inner is string => typeof inner === 'string' && /\d{4}/.test(inner));
}

/** The agent step at which the last value of the answer first appeared. */
function answerOrigin(view: RunView): number | null {
  if (view.answerPosition === null) return null;
  let origin: number | null = null;
  for (const edge of view.dataIn.get(view.answerPosition) ?? []) {
    if (view.steps[edge.from]?.role === 'agent') origin = Math.max(origin ?? -1, edge.from);
  }
  return origin;
}
