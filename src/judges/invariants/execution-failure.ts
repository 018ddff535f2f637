import { excerpt } from '../../base/text.ts';
import type { Category } from '../../taxonomy/categories.ts';
import type { CallRecord } from '../../trajectory/index-trajectory.ts';
import { quote, quoteHead } from '../../trajectory/quote.ts';
import type { FailureKind } from '../../trajectory/tool-failure.ts';
import { defineInvariant, type Seen } from './invariant.ts';
import type { InvariantView } from './view.ts';

export default defineInvariant({
  mode: 'execution-failure',
  condition: 'An action was right and its execution failed: the tool, the service, the access or the code behind it.',
  looksAt:
    'calls that failed in the tool, the service or the code, and errors that the source records beside them; that something is not there is an answer, unless the source calls it an error',
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
  find: (view) => [...failures(view), ...recordedErrors(view)],
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
    const flagged = result?.isError === true && failure?.kind === 'not-found' ? 'system-failure' : undefined;
    const category = failure === null ? undefined : (CATEGORY[failure.kind] ?? flagged);
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

/**
 * Errors that the source records as such beside a result that does not say so: the call is to blame, or the step itself
 * where none is known. The same tool getting through later makes it good.
 */
function recordedErrors(view: InvariantView): readonly Seen[] {
  const failedAt = new Set(
    view.steps.filter(({ events }) => events.some(({ kind }) => kind === 'error')).map(({ position }) => position),
  );
  if (failedAt.size === 0) return [];
  const callOf = new Map<number, CallRecord>();
  const nextSuccess = new Map<string, number>();
  const goodAt = new Map<number, number | null>();
  for (const record of view.index.calls.toReversed()) {
    const at = record.resultStep?.position ?? record.step.position;
    if (failedAt.has(at) || failedAt.has(record.step.position)) {
      const failed = failedAt.has(at) ? at : record.step.position;
      callOf.set(failed, record);
      goodAt.set(failed, nextSuccess.get(record.call.name) ?? null);
    } else if (record.result !== null && record.failure === null) {
      nextSuccess.set(record.call.name, at);
    }
  }
  return view.steps.flatMap((step): Seen[] => {
    const error = step.events.find(({ kind, text }) => kind === 'error' && text.trim() !== '');
    const record = callOf.get(step.position);
    if (error === undefined || step.events.some(({ id }) => view.quotedEvents.has(id))) return [];
    // What failed by its own words is told with the call.
    if (record !== undefined && record.failure !== null) return [];
    return [
      {
        position: record?.step.position ?? step.position,
        severity: 'medium',
        reason: `an error is recorded${record === undefined ? '' : ` for ${record.call.name}`}: ${excerpt(error.text, 120)}`,
        recoveredPosition: goodAt.get(step.position) ?? null,
        evidence: [quoteHead(step, error, 'the error')],
      },
    ];
  });
}
