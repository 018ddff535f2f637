import { defineRule, quote, type Violation } from './rule.ts';

/** How loops say that they stopped for a limit of their own. */
const LIMIT_REACHED =
  /\b(?:(?:max(?:imum)?|limit)(?: (?:number|count))?(?: of)? (?:\w+ )?(?:turns?|steps?|iterations?|rounds?|(?:tool |api )?calls|messages|retries)\b.{0,40}(?:reached|exceeded|hit)|(?:reached|exceeded|hit|over) (?:the )?(?:max(?:imum)?|limit)(?: (?:number|count))?(?: of)? (?:\w+ )?(?:turns?|steps?|iterations?|rounds?|(?:tool |api )?calls|messages)|(?:step|turn|iteration|round|time|cost|token|budget|recursion) (?:limit|budget)(?: of \S{1,20})?(?: \w+){0,3} (?:reached|exceeded|hit|exhausted|expired)|limits?exceeded|max_?(?:turns|steps|iterations)(?: |_)?(?:reached|exceeded)|graphrecursionerror|maxturnsexceeded|context (?:length|window)(?: \w+){0,3} (?:exceeded|exhausted|full)|maximum context length)/i;

/** Only the end of a run can be a stop for a limit. */
const LAST_STEPS = 3;

export default defineRule({
  id: 'step-budget',
  description: 'The run ends before it reaches a limit of steps, time, cost or context.',
  appliesTo: 'trajectory',
  category: 'system-failure',
  mode: 'premature-termination',
  severity: 'high',
  type: 'PROTOCOL',
  evaluate({ trajectory }) {
    const violations: Violation[] = [];
    let checked = 0;
    for (const step of trajectory.steps.slice(-LAST_STEPS)) {
      for (const event of step.events) {
        // What an agent or a user says about limits is talk; the harness speaks in its own steps and in error events.
        const harness = event.kind === 'error' || event.kind === 'other' || event.kind === 'guardrail';
        if (!harness && (step.role === 'agent' || step.role === 'user' || event.kind === 'tool-result')) continue;
        checked++;
        const match = LIMIT_REACHED.exec(event.text.slice(0, 2_000));
        if (match === null) continue;
        violations.push({
          step,
          message: `the run was stopped by a limit: ${match[0]}`,
          evidence: [quote(step, event, match.index, match.index + match[0].length, 'the limit')],
        });
      }
    }
    return { checked: Math.max(checked, 1), violations };
  },
});
