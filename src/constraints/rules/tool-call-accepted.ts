import { laterSuccess } from './_later-success.ts';
import { defineRule, quote, quoteHead, type Violation } from './rule.ts';

export default defineRule({
  id: 'tool-call-accepted',
  description: 'No tool rejects a call as badly made: wrong, missing or malformed arguments.',
  appliesTo: 'step',
  category: 'invalid-invocation',
  mode: 'invocation-issue',
  severity: 'medium',
  type: 'SCHEMA',
  evaluate({ index }) {
    const answered = index.calls.filter((record) => record.result !== null);
    const violations = answered.flatMap((record): Violation[] => {
      const { call, step, result, resultStep, failure } = record;
      if (result === null || resultStep === null || failure?.kind !== 'invocation') return [];
      const said = quote(resultStep, result, failure.start, failure.end, 'what the tool said');
      return [
        {
          step,
          message: `${call.name} rejected the call: ${said.quote}`,
          evidence: [said, quoteHead(step, call, 'arguments of the call')],
          recoveredPosition: laterSuccess(index, record),
        },
      ];
    });
    return { checked: answered.length, violations };
  },
});
