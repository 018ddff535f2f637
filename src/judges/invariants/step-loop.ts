import { quoteHead } from '../../trajectory/quote.ts';
import type { StepLoop } from '../../trajectory/step-loop/find-step-loops.ts';
import { defineInvariant } from './invariant.ts';

export default defineInvariant({
  mode: 'step-loop',
  condition: 'A step does over what the run has done before, and nothing new can come of it.',
  looksAt: 'rounds of 1 to 20 acts that repeat word for word, nearly so, or with other arguments and the same outcome',
  cannotSee: 'Tries that are worded anew each time, through other tools, and come to the same.',
  category: 'instruction-plan-adherence',
  question: {
    question:
      'Does this step try again, in other words or by another way, what the steps before it tried without gain?',
    rubric: {
      broken: 'Name the earlier step that tried the same, and say why this one could not come out otherwise.',
      holds: 'Something has changed since: what is asked, where, or what is known.',
      unclear: 'Whether the earlier step tried the same cannot be told from what is shown.',
    },
    needs: ['step', 'results', 'before'],
  },
  find: ({ loops }) =>
    loops.map((loop) => ({
      position: loop.start.step.position,
      severity: loop.kind === 'exact' ? 'medium' : 'low',
      reason: reasonOf(loop),
      evidence: [
        quoteHead(loop.start.step, loop.start.event, 'the first repetition'),
        quoteHead(loop.first.step, loop.first.event, 'what it repeats'),
      ].filter(({ quote: words }) => words !== ''),
    })),
  // A loop that words show is found without a model; one in meaning alone goes through the same tools again and again.
  isOpen: ({ alikeBefore }, step) => (alikeBefore.get(step.position) ?? 0) >= 2,
});

function reasonOf({ kind, period, times }: StepLoop): string {
  const what = period === 1 ? 'the same act' : `the same ${period} acts`;
  if (kind === 'exact') return `${what} ${times} times over, with the same outcome`;
  if (kind === 'near') return `${what} ${times} times over with a few words changed, and the same outcome`;
  return `${what} ${times} times over with other arguments, and the same outcome all the same`;
}
