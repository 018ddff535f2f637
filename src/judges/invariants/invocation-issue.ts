import { quote, quoteHead } from '../../trajectory/quote.ts';
import { defineInvariant, type Seen } from './invariant.ts';
import type { InvariantView } from './view.ts';

export default defineInvariant({
  mode: 'invocation-issue',
  condition: 'A tool is called wrongly: it does not exist, or an argument is missing, malformed or made up.',
  looksAt: 'calls that their tool rejected for the way they were made',
  cannotSee: 'Arguments that fit the schema and still mean something else than the tool takes them for.',
  category: 'invalid-invocation',
  question: {
    question: 'Are the arguments of this call something else than what the tool, by its description, takes them for?',
    rubric: {
      broken: 'Name the argument, what it holds, and what the tool takes it for.',
      holds: 'Each argument is of the kind, the form and the unit that the tool asks for.',
      unclear: 'The tool is not described.',
    },
    needs: ['step', 'results', 'tools'],
  },
  find: rejected,
  // What a tool took and answered without complaint was well made, as far as the tool can tell.
  isOpen: ({ callsAt }, step) =>
    callsAt(step.position).some(({ result, failure }) => result === null || failure !== null),
});

function rejected(view: InvariantView): readonly Seen[] {
  return view.index.calls.flatMap(({ call, step, result, resultStep, failure }): Seen[] => {
    if (failure?.kind !== 'invocation' || result === null || resultStep === null) return [];
    if (view.quotedEvents.has(result.id)) return [];
    return [
      {
        position: step.position,
        severity: 'medium',
        reason: `${call.name} rejected the call for the way it was made`,
        recoveredPosition: view.madeGoodAt.get(step.position) ?? null,
        evidence: [
          quote(resultStep, result, failure.start, failure.end, 'what the tool said'),
          quoteHead(step, call, 'the call'),
        ].filter(({ quote: words }) => words !== ''),
      },
    ];
  });
}
