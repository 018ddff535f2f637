import { actsOf } from '../../trajectory/step-loop/act.ts';
import { findStepLoops } from '../../trajectory/step-loop/find-step-loops.ts';
import { defineRule, quoteHead } from './rule.ts';

export default defineRule({
  id: 'no-cycle',
  description: 'The run does not go round in circles: no sequence of acts repeats with the same results.',
  appliesTo: 'trajectory',
  category: 'instruction-plan-adherence',
  mode: 'step-loop',
  severity: 'medium',
  type: 'TEMPORAL',
  evaluate({ index }) {
    const acts = actsOf(index);
    // Loops with other arguments each time are told by how calls fail, which other rules look at.
    const violations = findStepLoops(index, { kinds: ['exact'], acts }).map(({ period, times, first, start }) => ({
      step: start.step,
      message: `${period === 1 ? 'the same act' : `the same ${period} acts`} ${times} times over, with the same outcome`,
      evidence: [
        quoteHead(start.step, start.event, 'the first repetition'),
        quoteHead(first.step, first.event, 'what it repeats'),
      ],
    }));
    return { checked: acts.length, violations };
  },
});
