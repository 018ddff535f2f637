import { append } from '../../base/append.ts';
import { isRecord } from '../../base/json.ts';
import type { UngroundedValue } from '../../contracts/graph.ts';
import type { CallRecord } from '../../trajectory/index-trajectory.ts';
import { nearMiss } from './reading/near-miss.ts';
import { defineRule, quote, quoteHead, type Violation } from './rule.ts';

/** Ids and addresses cannot be derived; numbers, dates and names can. */
const NOT_DERIVED = new Set<UngroundedValue['valueKind']>(['id', 'email', 'url']);

/** Results of so many calls before it are searched for the value that may have been meant. */
const SEARCHED_CALLS = 100;

export default defineRule({
  id: 'value-grounded-in-arguments',
  description: 'Ids and addresses in a call come from the user, a tool or the instructions.',
  appliesTo: 'step',
  category: 'invention-of-information',
  mode: 'invocation-issue',
  severity: 'high',
  type: 'PROVENANCE',
  evaluate({ index, graph, trajectory }) {
    const calls = new Map(index.calls.map((record) => [record.call.id, record]));
    const orders = new Map(index.calls.map((record, order) => [record, order]));
    const given = `${trajectory.instruction ?? ''}\n${trajectory.policy ?? ''}`.toLowerCase();
    const violations: Violation[] = [];
    for (const value of graph.ungrounded) {
      const record = calls.get(value.eventId);
      if (record === undefined || value.usedAs !== 'argument' || !NOT_DERIVED.has(value.valueKind)) continue;
      if (record.call.inferred || given.includes(value.value.toLowerCase()) || !isWholeArgument(value.value, record))
        continue;
      const order = orders.get(record) ?? 0;
      const before = index.calls.slice(Math.max(0, order - SEARCHED_CALLS), order);
      violations.push(violationOf(value, record, before, index.callsByTool.get(record.call.name) ?? []));
    }
    const structured = index.calls.filter((record) => !record.call.inferred);
    return { checked: Math.max(structured.length, violations.length), violations };
  },
});

/** Whether an argument is this value and nothing else: inside a longer text it may be an example or a computation. */
function isWholeArgument(value: string, { call }: CallRecord): boolean {
  const open: unknown[] = [call.arguments];
  for (let read = 0; open.length > 0 && read < 2_000; read++) {
    const part = open.pop();
    if (typeof part === 'string' || typeof part === 'number') {
      if (String(part).trim() === value) return true;
    } else if (Array.isArray(part)) append(open, part);
    else if (isRecord(part)) append(open, Object.values(part));
  }
  return false;
}

function violationOf(
  value: UngroundedValue,
  record: CallRecord,
  before: readonly CallRecord[],
  ofTool: readonly CallRecord[],
): Violation {
  const { call, step } = record;
  const source = before.find(
    (one) =>
      one.result !== null && one.step.position < step.position && nearMiss(value.value, one.result.text) !== null,
  );
  const near =
    source?.result === undefined || source.result === null ? null : nearMiss(value.value, source.result.text);
  // The same tool, called again with success after this one failed, shows that the value was put right.
  const mended =
    record.failure === null
      ? undefined
      : ofTool.find((one) => one.step.position > step.position && one.failure === null);
  return {
    step,
    message: `${call.name} is called with "${value.value}", which nobody gave${near === null ? '' : `; a tool gave "${near.text}"`}`,
    evidence: [
      quote(step, call, value.start, value.end, 'value without a source'),
      ...(near === null || source?.result == null || source.resultStep === null
        ? []
        : [
            quote(
              source.resultStep,
              source.result,
              near.start,
              near.start + near.text.length,
              'the value that was given',
            ),
          ]),
      ...(record.failure === null || record.result === null || record.resultStep === null
        ? []
        : [quoteHead(record.resultStep, record.result, 'the call failed')]),
    ],
    recoveredPosition: mended?.step.position ?? null,
  };
}
