import type { CallRecord } from '../../trajectory/index-trajectory.ts';
import { normalText } from '../../trajectory/near-duplicate.ts';
import { defineRule, quoteHead, type Violation } from './rule.ts';

/** So many equal calls with equal results are a loop. */
const TOO_OFTEN = 3;
/** With more calls than this in between, the first look is so long ago that another is fair. */
const APART = 6;

export default defineRule({
  id: 'no-repeated-call',
  description: 'The same call is not made over and over with the same result.',
  appliesTo: 'step',
  category: 'instruction-plan-adherence',
  mode: 'step-loop',
  severity: 'low',
  type: 'TEMPORAL',
  evaluate({ index }) {
    const groups: CallRecord[][] = [];
    const latest = new Map<string, { readonly at: number; readonly group: CallRecord[] }>();
    const answered = index.calls.filter((record) => record.result !== null && record.failure === null);
    const latestOfCall = new Map<string, { readonly at: number; readonly group: CallRecord[] }>();
    const gotThrough = new Set<CallRecord[]>();
    answered.forEach((record, at) => {
      const key = `${record.signature}\n${normalText(record.result?.text ?? '')}`;
      const before = latest.get(key);
      const group = before !== undefined && at - before.at <= APART ? before.group : [];
      if (group.length === 0) groups.push(group);
      group.push(record);
      latest.set(key, { at, group });
      // A call that at last gives something else was waiting for it.
      const waiting = latestOfCall.get(record.signature);
      if (waiting !== undefined && waiting.group !== group && at - waiting.at <= APART) gotThrough.add(waiting.group);
      latestOfCall.set(record.signature, { at, group });
    });
    const violations: Violation[] = [];
    for (const group of groups) {
      const [first, second] = group;
      if (first === undefined || second === undefined || group.length < TOO_OFTEN || gotThrough.has(group)) continue;
      violations.push({
        step: second.step,
        message: `${second.call.name} is called ${group.length} times with the same arguments and the same result`,
        evidence: [
          quoteHead(second.step, second.call, 'the same call again'),
          quoteHead(first.step, first.call, 'the first call'),
        ],
      });
    }
    return { checked: answered.length, violations };
  },
});
