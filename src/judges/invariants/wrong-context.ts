import type { TraceEvent } from '../../contracts/trajectory.ts';
import { quote } from '../../trajectory/quote.ts';
import { defineInvariant, type Seen } from './invariant.ts';
import type { InvariantView } from './view.ts';

export default defineInvariant({
  mode: 'wrong-context',
  condition: 'A step reasons or acts on something that is not so: false, out of date, or true of something else.',
  looksAt:
    'ids, addresses and paths in calls that the same look-up no longer gave: the older answer is used, the newer one is not',
  cannotSee:
    'Whether a belief that is never written as a value is true, whether a fact is of the right thing, and what is known outside the trace.',
  category: 'misinterpretation-of-tool-output',
  question: {
    question:
      'Does this step rest on something that, by what came before it, is false, out of date, or about something else?',
    rubric: {
      broken: 'Name the words of the step, and the earlier words that say otherwise or are about something else.',
      holds: 'Everything the step rests on stands in what came before it, or is common knowledge that it may use.',
      unclear: 'What it rests on is neither confirmed nor contradicted by what is shown.',
    },
    needs: ['step', 'sources', 'before'],
  },
  find: staleValues,
  isOpen: (view, step) => step.role === 'agent' && step.position > view.firstResult,
});

/** How much of a result is searched for a value. */
const SEARCHED = 20_000;
/** Ids, addresses and paths; a bare number in a call may be computed from two answers, the older one among them. */
const TELLING = /\p{L}|\d{5}/u;

/**
 * Values taken from a result that the same call had since answered otherwise. Only calls that were made more than once
 * are looked at; what the run had from elsewhere too, a user's word above all, is not stale.
 */
function staleValues(view: InvariantView): readonly Seen[] {
  const answers = new Map<string, { readonly position: number; readonly event: TraceEvent }[]>();
  const signatureOf = new Map<string, string>();
  for (const { signature, result, resultStep, failure } of view.index.calls) {
    if (result === null || resultStep === null || failure !== null) continue;
    signatureOf.set(result.id, signature);
    const known = answers.get(signature);
    if (known === undefined) answers.set(signature, [{ position: resultStep.position, event: result }]);
    else known.push({ position: resultStep.position, event: result });
  }
  return view.graph.edges.flatMap(({ to, carrier }): Seen[] => {
    if (carrier.type !== 'value') return [];
    const signature = signatureOf.get(carrier.fromEventId);
    const given = signature === undefined ? [] : (answers.get(signature) ?? []);
    const latest = given.length < 2 ? undefined : given.findLast(({ position }) => position < to);
    const used = view.index.eventById.get(carrier.toEventId);
    const source = view.index.eventById.get(carrier.fromEventId);
    if (latest === undefined || latest.event.id === carrier.fromEventId || used === undefined || source === undefined) {
      return [];
    }
    if (used.event.kind !== 'tool-call' || used.event.inferred || !TELLING.test(carrier.value)) return [];
    if (holds(latest.event, carrier.value)) return [];
    if (view.index.userMessages.some(({ step, event }) => step.position < to && holds(event, carrier.value))) return [];
    const end = (start: number) => start + carrier.value.length;
    return [
      {
        position: to,
        severity: 'medium',
        reason: `${carrier.value} is used, but the same call had answered otherwise by then`,
        evidence: [
          quote(used.step, used.event, carrier.toStart, end(carrier.toStart), 'the value in use'),
          quote(source.step, source.event, carrier.fromStart, end(carrier.fromStart), 'the older answer'),
        ],
      },
    ];
  });
}

const holds = (event: TraceEvent, value: string): boolean =>
  event.text.slice(0, SEARCHED).toLowerCase().includes(value.toLowerCase());
