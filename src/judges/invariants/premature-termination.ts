import { quote, quoteHead } from '../../trajectory/quote.ts';
import { defineInvariant, type Seen } from './invariant.ts';
import type { InvariantView } from './view.ts';

export default defineInvariant({
  mode: 'premature-termination',
  condition: 'The run, or the turn of an agent, ends before what was asked for is done.',
  looksAt: 'runs whose last act is a call that failed, with no word of an agent after it',
  cannotSee: 'Whether the answer covers everything that was asked.',
  category: 'instruction-plan-adherence',
  question: {
    question: 'Does the run end at this step with something that was asked for still undone and still possible?',
    rubric: {
      broken: 'Name what is undone, and what could still have been tried.',
      holds: 'Everything asked for is done, or it was shown that it cannot be.',
      unclear: 'What was asked for cannot be told apart from what was done.',
    },
    needs: ['step', 'before', 'task'],
  },
  find: endsOnFailure,
  isOpen: (view, step) => step.position === view.lastAgentStep,
});

function endsOnFailure(view: InvariantView): readonly Seen[] {
  const record = view.index.calls.at(-1);
  const { failure, result, resultStep } = record ?? {};
  if (record === undefined || failure == null || result == null || resultStep == null) return [];
  if (record.step.position !== view.lastAgentStep || !view.index.trajectory.coverage.complete) return [];
  if (view.steps.slice(resultStep.position + 1).some(({ role }) => role === 'user')) return [];
  return [
    {
      position: record.step.position,
      severity: 'medium',
      reason: `the run ends on ${record.call.name}, which failed`,
      evidence: [
        quoteHead(record.step, record.call, 'the last call'),
        quote(resultStep, result, failure.start, failure.end, 'it failed'),
      ].filter(({ quote: words }) => words !== ''),
    },
  ];
}
