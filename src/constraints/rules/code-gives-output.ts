import { emptyResultOf } from '../../trajectory/empty-result.ts';
import type { CallRecord, TrajectoryIndex } from '../../trajectory/index-trajectory.ts';
import { overlapOf, wordsOf } from '../../trajectory/near-duplicate.ts';
import { laterCalls } from './_later-success.ts';
import { runsCode } from './_runs-code.ts';
import { defineRule, quote, quoteHead, type Violation } from './rule.ts';

/** A later run must ask for this much of the same to make an empty one good. */
const SAME_WORK = 0.25;

export default defineRule({
  id: 'code-gives-output',
  description: 'Code that is run to find something out prints something: not nothing, an empty list or `None`.',
  appliesTo: 'step',
  category: 'invalid-invocation',
  mode: 'execution-failure',
  severity: 'medium',
  type: 'RELATIONAL_POST',
  evaluate({ index }) {
    const ran = index.calls.filter(
      ({ call, result, failure }) => result !== null && failure === null && runsCode(call.name),
    );
    const violations = ran.flatMap((record): Violation[] => {
      const { call, step, result, resultStep } = record;
      const empty = result === null ? null : emptyResultOf(result);
      if (empty === null || result === null || resultStep === null) return [];
      return [
        {
          step,
          message: empty.silent ? 'the code ran and printed nothing' : 'the code ran and found nothing',
          evidence: [
            quote(resultStep, result, empty.start, empty.end, 'all it gave'),
            quoteHead(step, call, 'the code'),
          ],
          recoveredPosition: laterOutput(index, record),
        },
      ];
    });
    return { checked: ran.length, violations };
  },
});

function laterOutput(index: TrajectoryIndex, record: CallRecord): number | null {
  const words = wordsOf(record.call.text);
  const good = laterCalls(index, record).find(
    ({ call, result, failure }) =>
      result !== null &&
      failure === null &&
      emptyResultOf(result) === null &&
      overlapOf(words, wordsOf(call.text)) >= SAME_WORK,
  );
  return good?.step.position ?? null;
}
