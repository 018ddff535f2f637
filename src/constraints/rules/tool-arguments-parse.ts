import { laterSuccess } from './_later-success.ts';
import { defineRule, quote, quoteHead, type Violation } from './rule.ts';

export default defineRule({
  id: 'tool-arguments-parse',
  description: 'The arguments of a tool call that should be JSON are JSON.',
  appliesTo: 'step',
  category: 'invalid-invocation',
  mode: 'invocation-issue',
  severity: 'medium',
  type: 'SCHEMA',
  evaluate({ index, trajectory }) {
    const declared = new Set(trajectory.tools.filter((tool) => tool.parameters !== null).map((tool) => tool.name));
    const violations: Violation[] = [];
    let undecided = 0;
    for (const record of index.calls) {
      const { call, step, result, resultStep, failure } = record;
      if (call.argumentsValid) continue;
      // Some tools take free text. Only what begins like JSON, belongs to a declared schema or was refused is a fault.
      const meantAsJson = /^\s*[{[]/.test(call.text) || declared.has(call.name) || failure?.kind === 'invocation';
      if (!meantAsJson) {
        undecided++;
        continue;
      }
      const found = quoteHead(step, call, 'arguments that are not JSON');
      violations.push({
        step,
        message: `the arguments of ${call.name} are not valid JSON`,
        evidence:
          result === null || resultStep === null || failure === null
            ? [found]
            : [found, quote(resultStep, result, failure.start, failure.end, 'what the tool said')],
        recoveredPosition: laterSuccess(index, record),
      });
    }
    const reason = 'the tool may take free text';
    return {
      checked: index.calls.length,
      violations,
      ...(undecided > 0 ? { undecided: { count: undecided, reason } } : {}),
    };
  },
});
