import type { Category } from '../../taxonomy/categories.ts';
import { quote, quoteHead } from '../../trajectory/quote.ts';
import type { FailureKind } from '../../trajectory/tool-failure.ts';
import { defineInvariant, type Seen } from './invariant.ts';
import type { InvariantView } from './view.ts';

export default defineInvariant({
  mode: 'execution-failure',
  condition: 'An action was right and its execution failed: the tool, the service, the access or the code behind it.',
  looksAt:
    'calls that failed in the tool, the service or the code; that something is not there is an answer and no failure',
  cannotSee: 'Failures that a tool does not report, and answers that look right and are not.',
  category: 'system-failure',
  question: {
    question:
      'Did the action of this step fail, or give a result that cannot be right, though the action itself was right?',
    rubric: {
      broken: 'Quote the words of the result that show it, and say why the action was right.',
      holds: 'The result is what such an action gives.',
      unclear: 'There is no result, or it does not say what came of the action.',
    },
    needs: ['step', 'results', 'intent'],
  },
  find: failures,
  // A failure that shows is found without a model; open is what has no result, or one in free text.
  isOpen: ({ callsAt }, step) =>
    callsAt(step.position).some(({ call, result, failure }) => failure === null && (result === null || call.inferred)),
});

const CATEGORY: Readonly<Partial<Record<FailureKind, Category>>> = {
  access: 'guardrails-triggered',
  infrastructure: 'system-failure',
  execution: 'invalid-invocation',
};

function failures(view: InvariantView): readonly Seen[] {
  return view.index.calls.flatMap(({ call, step, result, resultStep, failure }): Seen[] => {
    const category = failure === null ? undefined : CATEGORY[failure.kind];
    if (failure === null || category === undefined || result === null || resultStep === null) return [];
    if (view.quotedEvents.has(result.id)) return [];
    return [
      {
        position: step.position,
        severity: 'medium',
        category,
        reason: `${call.name} failed: ${result.text.slice(failure.start, Math.min(failure.end, failure.start + 120)).replace(/\s+/g, ' ')}`,
        recoveredPosition: view.madeGoodAt.get(step.position) ?? null,
        evidence: [
          quote(resultStep, result, failure.start, failure.end, 'the failure'),
          quoteHead(step, call, 'the call'),
        ].filter(({ quote: words }) => words !== ''),
      },
    ];
  });
}
