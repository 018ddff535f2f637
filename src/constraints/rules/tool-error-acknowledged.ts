import type { Step } from '../../contracts/trajectory.ts';
import { callsOfSteps } from '../../trajectory/calls-of-steps.ts';
import type { CallRecord } from '../../trajectory/index-trajectory.ts';
import { ACKNOWLEDGES, CLAIMS_SUCCESS } from './_failure-words.ts';
import { laterSuccess } from './_later-success.ts';
import { agentStepsAfter, findSaid, type Said, speechOf } from './_speech.ts';
import { defineRule, quote, type Violation } from './rule.ts';

/** A failed run of code that also printed this much may well have shown what the agent then speaks of. */
const PARTIAL_OUTPUT = 400;

export default defineRule({
  id: 'tool-error-acknowledged',
  description: 'After a failed call the agent does not go on as if it had succeeded.',
  appliesTo: 'step',
  category: 'misinterpretation-of-tool-output',
  mode: 'context-miss',
  severity: 'high',
  type: 'RELATIONAL_POST',
  evaluate({ index, trajectory }) {
    const byStep = callsOfSteps(index);
    const failed = index.calls.filter((record) => record.failure !== null && record.failure.kind !== 'not-found');
    const violations: Violation[] = [];
    const blamed = new Set<Step>();
    let undecided = 0;
    for (const record of failed) {
      const { call, failure, result, resultStep } = record;
      if (failure === null || result === null || resultStep === null) continue;
      const said = claimAfter(record);
      if (said === 'fine') continue;
      if (said === null || isPartial(record) || othersSucceeded(record)) undecided++;
      else if (!blamed.has(said.step)) {
        blamed.add(said.step);
        violations.push({
          step: said.step,
          message: `${call.name} failed, and the agent went on as if it had not`,
          evidence: [
            quote(said.step, said.event, said.start, said.end, 'claims success'),
            quote(resultStep, result, failure.start, failure.end, 'the call failed'),
          ],
          recoveredPosition: goodAfter(record, said.step.position),
        });
      }
    }
    const reason = 'what the agent says next neither names the failure nor claims success';
    return {
      checked: failed.length,
      violations,
      ...(undecided > 0 ? { undecided: { count: undecided, reason } } : {}),
    };

    function goodAfter(record: CallRecord, position: number): number | null {
      const good = laterSuccess(index, record);
      return good !== null && good > position ? good : null;
    }

    /** What the agent says next: a claim of success, nothing telling (null), or nothing amiss. */
    function claimAfter({ call, resultStep }: CallRecord): Said | 'fine' | null {
      for (const step of agentStepsAfter(trajectory, resultStep?.position ?? 0)) {
        // A new try of the same tool comes before any word: what follows is about that one.
        if (speechOf(step).length > 0) {
          if (findSaid(step, ACKNOWLEDGES) !== null) return 'fine';
          return findSaid(step, CLAIMS_SUCCESS);
        }
        if ((byStep.get(step.position) ?? []).some((next) => next.call.name === call.name)) return 'fine';
      }
      return null;
    }

    /** Calls made beside the failed one that did succeed: the claim may be about them. */
    function othersSucceeded({ step, call }: CallRecord): boolean {
      return (byStep.get(step.position) ?? []).some(
        (other) => other.call !== call && other.result !== null && other.failure === null,
      );
    }
  },
});

function isPartial({ result, failure }: CallRecord): boolean {
  if (result === null || failure?.kind !== 'execution') return false;
  const trace = result.text.search(/traceback \(most recent call last\)/i);
  const output = trace === -1 ? result.text.length : Math.max(trace, result.text.length - failure.end);
  return output > PARTIAL_OUTPUT;
}
