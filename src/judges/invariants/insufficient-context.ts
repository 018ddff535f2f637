import { quoteHead } from '../../trajectory/quote.ts';
import { isWrite } from '../embedded/features/writes.ts';
import { defineInvariant, type Seen } from './invariant.ts';
import type { InvariantView } from './view.ts';

export default defineInvariant({
  mode: 'insufficient-context',
  condition: 'A step goes on without something that it needs and could have asked for or looked up.',
  looksAt:
    'the first change to the outside that is made before anything was looked up, though the agent has tools that look up',
  cannotSee: 'What would have been needed. That a source is missing shows only where a value or a claim has none.',
  category: 'intent-plan-misalignment',
  question: {
    question: 'Does this step decide or state something for which it lacked information that it could have got?',
    rubric: {
      broken: 'Name what was missing, and the tool or the person that could have given it.',
      holds: 'What the step needs stands in what came before it.',
      unclear: 'It may have had what it needs from what is not shown.',
    },
    needs: ['step', 'before', 'task', 'tools'],
  },
  find: changesUnseen,
  isOpen: (_view, step) => step.role === 'agent' && step.events.some(({ text }) => text.trim() !== ''),
});

/** A write that no successful read came before, in a run that reads later: so there was something to look up. */
function changesUnseen(view: InvariantView): readonly Seen[] {
  const worked = view.index.calls.filter(({ result, failure }) => result !== null && failure === null);
  const write = worked.find(isWrite);
  if (write === undefined) return [];
  const reads = worked.filter((record) => !isWrite(record) && !record.call.inferred);
  const first = reads[0];
  if (first === undefined || first.step.position <= write.step.position) return [];
  return [
    {
      position: write.step.position,
      severity: 'low',
      reason: `${write.call.name} changes something before anything was looked up`,
      evidence: [
        quoteHead(write.step, write.call, 'the change'),
        quoteHead(first.step, first.call, 'the first look-up, later'),
      ].filter(({ quote: words }) => words !== ''),
    },
  ];
}
