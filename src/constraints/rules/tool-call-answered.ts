import { defineRule, quoteHead, type Violation } from './rule.ts';

export default defineRule({
  id: 'tool-call-answered',
  description: 'Every tool call gets a result before the run goes on.',
  appliesTo: 'step',
  category: 'system-failure',
  mode: 'execution-failure',
  severity: 'medium',
  type: 'PROTOCOL',
  evaluate({ index, trajectory }) {
    // A trace whose format never shows results says nothing about single calls.
    if (!index.calls.some((record) => record.result !== null)) return { checked: 0, violations: [] };
    const last = trajectory.steps.length - 1;
    const violations: Violation[] = [];
    let undecided = 0;
    for (const { call, step, result } of index.calls) {
      if (result !== null) continue;
      // Without later steps the trace may simply have been cut before the result came.
      if (step.position === last) undecided++;
      else {
        violations.push({
          step,
          message: `the call of ${call.name} has no result, and the run went on`,
          evidence: [quoteHead(step, call, 'arguments of the call')],
        });
      }
    }
    const reason = 'the run ends at the call';
    return {
      checked: index.calls.length,
      violations,
      ...(undecided > 0 ? { undecided: { count: undecided, reason } } : {}),
    };
  },
});
