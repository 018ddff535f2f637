import type { TrajectoryIndex } from '../../trajectory/index-trajectory.ts';
import { quoteHead, type RuleResult, type Violation } from './rule.ts';

/** Calls that got no result, and the run went on. */
export function unansweredCalls(index: TrajectoryIndex): RuleResult {
  // A trace whose format never shows results says nothing about single calls.
  if (!index.calls.some((record) => record.result !== null)) return { checked: 0, violations: [] };
  const last = index.trajectory.steps.length - 1;
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
}
