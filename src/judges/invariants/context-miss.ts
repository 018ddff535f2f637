import type { Step, TraceEvent } from '../../contracts/trajectory.ts';
import { quote } from '../../trajectory/quote.ts';
import { defineInvariant, type Seen } from './invariant.ts';
import type { InvariantView } from './view.ts';

export default defineInvariant({
  mode: 'context-miss',
  condition: 'A step overlooks something that stands in its context and bears on what it does.',
  looksAt: 'questions for an e-mail address, a postal code or an order number that the user had given already',
  cannotSee: 'What in a long context mattered for the step, unless the step says or asks the contrary.',
  category: 'misinterpretation-of-tool-output',
  question: {
    question: 'Does this step overlook or contradict something that was in its context and bears on it?',
    rubric: {
      broken:
        'Quote what was overlooked, from before the step, and the words of the step that would have been otherwise.',
      holds: 'Nothing in its context would have changed the step.',
      unclear: 'Whether it could still see the earlier words cannot be told.',
    },
    needs: ['step', 'before', 'sources', 'results'],
  },
  find: asksAgain,
  isOpen: (view, step) => step.role === 'agent' && step.position > Math.min(view.firstResult, 1),
});

interface Asked {
  readonly what: string;
  readonly asks: RegExp;
  readonly gives: RegExp;
}

const ASKING =
  '\\b(?:(?:could|can|would|will) you (?:please )?|please )(?:provide|share|give|tell|send|let me know|confirm)\\b[^.?!\\n]{0,60}';
const THINGS: readonly Asked[] = [
  {
    what: 'an e-mail address',
    asks: new RegExp(`${ASKING}\\be-?mail\\b`, 'i'),
    gives: /\b[\w.+-]{1,64}@[\w-]{1,63}\.[A-Za-z]{2,24}\b/,
  },
  {
    what: 'a postal code',
    asks: new RegExp(`${ASKING}\\b(?:zip|postal) ?code\\b`, 'i'),
    gives: /\b(?:zip|postal)(?: ?code)?\b[^\d\n]{0,20}\d{4,6}\b/i,
  },
  {
    what: 'an order number',
    asks: new RegExp(`${ASKING}\\border (?:id|number)\\b`, 'i'),
    gives: /\border(?: (?:id|number))?\b[^\d\n]{0,12}#?[A-Za-z]{0,3}\d{4,}\b/i,
  },
];
/** Asked together with something else, or of which of several: then the question may be for what is still missing. */
const ALTERNATIVE = /\b(?:or|and|also|another|other|which|both|different|correct|again|instead)\b/i;
const SEARCHED = 8_000;

/** Plain questions for one thing that a user had said before. */
function asksAgain(view: InvariantView): readonly Seen[] {
  const given = new Map<string, { step: Step; event: TraceEvent; start: number; end: number }>();
  const found: Seen[] = [];
  const messages = [...view.index.userMessages, ...view.index.agentMessages].sort(
    (a, b) => a.step.position - b.step.position,
  );
  for (const { step, event } of messages) {
    const text = event.text.slice(0, SEARCHED);
    for (const { what, asks, gives } of THINGS) {
      if (step.role === 'user') {
        const match = given.has(what) ? null : gives.exec(text);
        if (match !== null) given.set(what, { step, event, start: match.index, end: match.index + match[0].length });
        continue;
      }
      const said = given.get(what);
      const match = said === undefined ? null : asks.exec(text);
      if (said === undefined || match === null) continue;
      const sentenceEnd = text.slice(match.index).search(/[.?!\n]/);
      const sentence = text.slice(match.index, sentenceEnd === -1 ? text.length : match.index + sentenceEnd);
      if (ALTERNATIVE.test(sentence)) continue;
      found.push({
        position: step.position,
        severity: 'low',
        reason: `it asks for ${what} that the user had given`,
        evidence: [
          quote(step, event, match.index, match.index + match[0].length, 'the question'),
          quote(said.step, said.event, said.start, said.end, 'the answer, before it was asked'),
        ],
      });
    }
  }
  return found;
}
