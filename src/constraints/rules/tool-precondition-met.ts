import { laterSuccess } from './_later-success.ts';
import { defineRule, quote, quoteHead, type Violation } from './rule.ts';

export default defineRule({
  id: 'tool-precondition-met',
  description:
    'A tool is called only where its own conditions hold: no call is refused for the state of what it acts on.',
  appliesTo: 'step',
  category: 'instruction-plan-adherence',
  mode: 'wrong-context',
  severity: 'medium',
  type: 'RELATIONAL_POST',
  evaluate({ index }) {
    const answered = index.calls.filter((record) => record.result !== null);
    const violations = answered.flatMap((record): Violation[] => {
      const { call, step, result, resultStep, failure } = record;
      if (result === null || resultStep === null || failure?.kind !== 'refused') return [];
      const said = quote(resultStep, result, failure.start, failure.end, 'what the tool said');
      return [
        {
          step,
          message: `${call.name} refused: ${said.quote}`,
          evidence: [said, quoteHead(step, call, 'arguments of the call')],
          recoveredPosition: laterSuccess(index, record),
        },
      ];
    });
    return { checked: answered.length, violations };
  },
});
