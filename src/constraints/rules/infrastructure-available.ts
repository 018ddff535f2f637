import { laterSuccess } from './_later-success.ts';
import { observedFailures } from './_observed-failures.ts';
import { defineRule } from './rule.ts';

/** A later call must ask for this much of the same to show that the way is free again. */
const SAME_REQUEST = 0.5;

export default defineRule({
  id: 'infrastructure-available',
  description: 'Services answer: no time-out, server error, broken connection or rate limit.',
  appliesTo: 'step',
  category: 'system-failure',
  mode: 'execution-failure',
  severity: 'high',
  type: 'PROTOCOL',
  evaluate({ index }) {
    const violations = observedFailures(index, 'infrastructure').map(({ step, evidence, record }) => ({
      step,
      message: `${record?.call.name ?? step.agent} met an outage: ${evidence.quote}`,
      evidence: [evidence],
      recoveredPosition: record === null ? null : laterSuccess(index, record, SAME_REQUEST),
    }));
    return { checked: Math.max(index.calls.length, violations.length), violations };
  },
});
