import type { Step } from '../../contracts/trajectory.ts';
import { callsOfSteps } from '../../trajectory/calls-of-steps.ts';
import { completionIn } from './_completion.ts';
import { speechOf } from './_speech.ts';
import { defineRule, quote, quoteHead, type Violation } from './rule.ts';

/** A closing word or a repeated marker is no action; more text than this is work that goes on. */
const CLOSING_LENGTH = 200;

export default defineRule({
  id: 'no-action-after-completion',
  description: 'Once the run is announced as complete, nobody goes on acting in it.',
  appliesTo: 'trajectory',
  category: 'instruction-plan-adherence',
  mode: 'termination-miss',
  severity: 'medium',
  type: 'TEMPORAL',
  evaluate({ index, trajectory }) {
    const calls = callsOfSteps(index);
    const violations: Violation[] = [];
    let checked = 0;
    let open: Violation['evidence'][number] | null = null;
    for (const step of trajectory.steps) {
      // A user who asks for more opens the run again.
      if (step.role === 'user') open = null;
      if (step.role !== 'agent') continue;
      const acted = open === null ? null : actionOf(step);
      if (open !== null && acted !== null) {
        violations.push({
          step,
          message: `${step.agent} goes on after the run was announced as complete`,
          evidence: [acted, open],
        });
        open = null;
        continue;
      }
      const said = completionIn(step);
      if (said === null) continue;
      checked++;
      open = quote(said.step, said.event, said.start, said.end, 'announces completion');
    }
    return { checked, violations };

    function actionOf(step: Step): Violation['evidence'][number] | null {
      const call = calls.get(step.position)?.[0]?.call;
      if (call !== undefined) return quoteHead(step, call.text === '' ? (step.events[0] ?? call) : call, 'acts');
      if (completionIn(step) !== null) return null;
      const speech = speechOf(step).find(
        (event) => event.kind === 'message' && event.text.trim().length > CLOSING_LENGTH,
      );
      return speech === undefined ? null : quoteHead(step, speech, 'goes on');
    }
  },
});
