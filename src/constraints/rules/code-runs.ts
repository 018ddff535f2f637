import { laterSuccess } from './_later-success.ts';
import { runsCode } from './_runs-code.ts';
import { defineRule, quote, quoteHead, type Violation } from './rule.ts';

/** A later run must ask for this much of the same to make a failed one good. */
const SAME_WORK = 0.25;
/** Failing tests and checks are a finding of the run, not a fault of the code that ran them. */
const TEST_REPORT =
  /\b(?:\d+ (?:failed|failures?|errors?)\b|FAILED \(|FAIL:|Ran \d+ tests?\b|test session starts|tests? failed)/i;

export default defineRule({
  id: 'code-runs',
  description: 'Code that an agent writes runs without raising an exception.',
  appliesTo: 'step',
  category: 'invalid-invocation',
  mode: 'invocation-issue',
  severity: 'medium',
  type: 'RELATIONAL_POST',
  evaluate({ index }) {
    const ran = index.calls.filter((record) => record.result !== null && runsCode(record.call.name));
    const violations = ran.flatMap((record): Violation[] => {
      const { call, step, result, resultStep, failure } = record;
      if (result === null || resultStep === null || failure?.kind !== 'execution') return [];
      if (TEST_REPORT.test(result.text.slice(0, 1_000)) || TEST_REPORT.test(result.text.slice(-1_000))) return [];
      const raised = quote(resultStep, result, failure.start, failure.end, 'what it raised');
      return [
        {
          step,
          message: `the code failed: ${raised.quote}`,
          evidence: [raised, quoteHead(step, call, 'the code')],
          recoveredPosition: laterSuccess(index, record, SAME_WORK),
        },
      ];
    });
    return { checked: ran.length, violations };
  },
});
