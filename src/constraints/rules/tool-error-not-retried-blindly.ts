import type { CallRecord, TrajectoryIndex } from '../../trajectory/index-trajectory.ts';
import { normalText } from '../../trajectory/near-duplicate.ts';
import { laterSuccess } from './_later-success.ts';
import { defineRule, quote, quoteHead, type Violation } from './rule.ts';

export default defineRule({
  id: 'tool-error-not-retried-blindly',
  description: 'A failed call is not made again unchanged, with nothing done in between that could change its outcome.',
  appliesTo: 'step',
  category: 'misinterpretation-of-tool-output',
  mode: 'step-loop',
  severity: 'medium',
  type: 'TEMPORAL',
  evaluate({ index }) {
    const violations: Violation[] = [...stubborn(index)];
    const blamed = new Set(violations.map(({ step }) => step));
    const users = index.userMessages.map(({ step }) => step.position);
    /** Failed calls that nothing has happened since, with how often each was tried. */
    let open = new Map<string, { readonly record: CallRecord; tries: number }>();
    let checked = 0;
    let nextUser = 0;
    for (const record of index.calls) {
      while ((users[nextUser] ?? Number.POSITIVE_INFINITY) < record.step.position) {
        nextUser++;
        open = new Map();
      }
      const { failure, signature } = record;
      const before = open.get(signature);
      if (before !== undefined) checked++;
      if (failure === null) {
        open = new Map();
        continue;
      }
      if (before === undefined || !sameFailure(before.record, record)) {
        open.set(signature, { record, tries: 1 });
        continue;
      }
      before.tries++;
      // Waiting out an outage by one retry is right; a wrong call stays wrong at the first.
      if (before.tries !== (failure.kind === 'infrastructure' ? 3 : 2)) continue;
      if (blamed.has(record.step)) continue;
      violations.push(
        violationOf(before.record, record, {
          message: 'was called again with the same arguments, with the same outcome',
          recoveredPosition: laterSuccess(index, record),
        }),
      );
    }
    return { checked: Math.max(checked, violations.length), violations };
  },
});

const sameFailure = (a: CallRecord, b: CallRecord): boolean =>
  a.failure?.kind === b.failure?.kind && normalText(a.result?.text ?? '') === normalText(b.result?.text ?? '');

/** A tool that fails this often in the same way without ever succeeding in between is not asked anything new. */
const STUBBORN = 3;

/** Third failures in a row of one tool with one message, whatever was varied in between. */
function* stubborn(index: TrajectoryIndex): Generator<Violation> {
  for (const ofTool of index.callsByTool.values()) {
    let row: CallRecord[] = [];
    for (const record of ofTool) {
      const [first] = row;
      const goesOn = first !== undefined && record.failure !== null && sameFailure(first, record);
      row = record.failure === null ? [] : goesOn ? [...row, record] : [record];
      if (row.length !== STUBBORN || first === undefined || record.failure?.kind === 'infrastructure') continue;
      yield violationOf(first, record, {
        message: `was called ${STUBBORN} times with the same outcome`,
        recoveredPosition: laterSuccess(index, record),
      });
    }
  }
}

function violationOf(
  first: CallRecord,
  again: CallRecord,
  { message, recoveredPosition }: { readonly message: string; readonly recoveredPosition: number | null },
): Violation {
  const evidence = [quoteHead(again.step, again.call, 'the call again')];
  for (const { result, resultStep, failure } of [first, again]) {
    if (result === null || resultStep === null || failure === null) continue;
    evidence.push(quote(resultStep, result, failure.start, failure.end, 'the same failure'));
  }
  return {
    step: again.step,
    message: `${again.call.name} failed and ${message}`,
    evidence,
    recoveredPosition,
  };
}
