import type { Step } from '../../contracts/trajectory.ts';
import type { FailureKind } from '../../trajectory/tool-failure.ts';
import { isTerminalCall } from './_completion.ts';
import { laterSuccess } from './_later-success.ts';
import { findSaidAloud, speechOf } from './_speech.ts';
import { defineRule, quote, quoteHead, type Violation } from './rule.ts';

/** How an agent says in its last words that the task was not done. */
const GIVES_UP =
  /\b(?:I (?:was|am|[’']m) (?:unable|not able) to|I (?:could not|couldn[’']t|cannot|can[’']t) (?:find|determine|locate|access|complete|retrieve|verify|obtain|identify|answer|provide|fulfil|proceed)|(?:unable|not possible|impossible) to (?:determine|find|locate|access|complete|retrieve|verify|obtain|identify|answer)|(?:could|can) ?not be (?:determined|found|located|completed|retrieved|verified|identified|answered|accessed)|(?:insufficient|not enough) (?:information|data|details)|no (?:answer|solution|information) (?:was |could be )?(?:found|available)|I give up|giving up)\b/i;

/** Failures that the agent itself could have tried to mend; an outage or a barrier is not its doing. */
const MENDABLE: ReadonlySet<FailureKind> = new Set(['invocation', 'refused', 'execution']);
/** With more words than these after the failure, the run has found something else to do. */
const LAST_WORDS = 2;

export default defineRule({
  id: 'no-premature-stop',
  description: 'The run does not stop at a failure: it is made good, or another way is tried, before the last word.',
  appliesTo: 'trajectory',
  category: 'instruction-plan-adherence',
  mode: 'premature-termination',
  severity: 'low',
  type: 'TEMPORAL',
  evaluate({ index, trajectory }) {
    const last = trajectory.steps.findLast((step) => step.role === 'agent');
    if (last === undefined) return { checked: 0, violations: [] };
    const violation = stopsAtFailure() ?? givesUp(last);
    return { checked: 1, violations: violation === null ? [] : [violation] };

    /** The last call of the run failed, and nothing but words came after it. */
    function stopsAtFailure(): Violation | null {
      const record = index.calls.findLast(({ call }) => !isTerminalCall(call));
      const { failure, result, resultStep } = record ?? {};
      if (record === undefined || failure == null || result == null || resultStep == null) return null;
      if (!MENDABLE.has(failure.kind) || laterSuccess(index, record) !== null) return null;
      const after = trajectory.steps.slice(resultStep.position + 1);
      // A word to the user is a question, not a stop; with no word at all the run was cut off, which is another rule's.
      if (after.some(({ role }) => role === 'user')) return null;
      const spoken = after.filter((step) => step.role === 'agent' && speechOf(step).length > 0);
      const words = spoken.at(-1);
      const speech = words === undefined ? undefined : speechOf(words).at(-1);
      if (words === undefined || speech === undefined || spoken.length > LAST_WORDS) return null;
      return {
        step: words,
        message: `the run stops after ${record.call.name} failed, without another try`,
        evidence: [
          quoteHead(words, speech, 'the last words'),
          quote(resultStep, result, failure.start, failure.end, 'the last call failed'),
        ],
      };
    }

    function givesUp(step: Step): Violation | null {
      const said = findSaidAloud(step, GIVES_UP);
      if (said === null) return null;
      return {
        step,
        message: 'the last word of the run is that it could not be done',
        evidence: [quote(said.step, said.event, said.start, said.end, 'gives up')],
      };
    }
  },
});
