import type { Step, TraceEvent } from '../../contracts/trajectory.ts';
import { quote, quoteHead } from '../../trajectory/quote.ts';
import { defineInvariant, type Seen } from './invariant.ts';
import type { InvariantView } from './view.ts';

export default defineInvariant({
  mode: 'action-mismatch',
  condition: 'An action does not do what the reasoning before it means to do, or is no reasonable way to do it.',
  looksAt: 'steps that announce one tool by name and call another, or speak of one id and act on another of its kind',
  cannotSee: 'Whether the tool and its arguments serve the intent, where neither is named in words.',
  category: 'intent-plan-misalignment',
  question: {
    question: 'Is the action of this step something else than its own reasoning calls for, or no reasonable way to it?',
    rubric: {
      broken: 'Quote the intent and the action, and say what the action would have had to be.',
      holds: 'The action is a reasonable next move towards the intent, with a tool that is fit for it.',
      unclear: 'The step does not say what it intends.',
    },
    needs: ['step', 'intent', 'task', 'tools'],
  },
  find: (view) => view.steps.flatMap((step) => mismatchAt(view, step)),
  isOpen: ({ callsAt }, step) => step.role === 'agent' && callsAt(step.position).length > 0,
});

/** An announcement of a tool by its own name, which has an underscore or stands in code quotes. */
const ANNOUNCED =
  /\b(?:I[’']?(?:ll| will| am going to)|let me|next,? I|let[’']s) (?:now |first |then )?(?:call|use|run|invoke|try) (?:the )?[`"']?([A-Za-z]\w*_\w+|[A-Za-z][\w.-]+(?=`))/gi;
const ID = /#?\b[A-Za-z]{0,4}\d{5,}\b/g;
const SEARCHED = 4_000;

function mismatchAt(view: InvariantView, step: Step): readonly Seen[] {
  const calls = view.callsAt(step.position).filter(({ call }) => !call.inferred && call.argumentsValid);
  const spoken = step.events.find(({ kind }) => kind === 'message' || kind === 'reasoning');
  const [first] = calls;
  if (step.role !== 'agent' || spoken === undefined || first === undefined) return [];
  const text = spoken.text.slice(0, SEARCHED);
  const called = new Set(calls.map(({ call }) => call.name));
  const known = view.index.callsByTool;
  const announced = [...text.matchAll(ANNOUNCED)].filter(
    (match) => known.has(match[1] ?? '') || view.index.trajectory.tools.some(({ name }) => name === match[1]),
  );
  const [announcement] = announced;
  if (announcement !== undefined && !announced.some((match) => called.has(match[1] ?? ''))) {
    const end = announcement.index + announcement[0].length;
    return [
      {
        position: step.position,
        severity: 'medium',
        reason: `it announces ${announcement[1]} and calls ${first.call.name}`,
        evidence: [
          quote(step, spoken, announcement.index, end, 'what it announces'),
          quoteHead(step, first.call, 'what it calls'),
        ].filter(({ quote: words }) => words !== ''),
      },
    ];
  }
  return otherId(
    step,
    spoken,
    text,
    calls.map(({ call }) => call),
  );
}

/** The step speaks of one id alone, and all its calls act on another one of the same make. */
function otherId(step: Step, spoken: TraceEvent, text: string, calls: readonly TraceEvent[]): readonly Seen[] {
  const said = [...text.matchAll(ID)];
  const [mention] = said;
  if (mention === undefined || new Set(said.map(plain)).size !== 1) return [];
  const acted = calls.flatMap((call) =>
    [...call.text.slice(0, SEARCHED).matchAll(ID)].map((match) => ({ call, match })),
  );
  const sameMake = acted.filter(({ match }) => makeOf(plain(match)) === makeOf(plain(mention)));
  const [other] = sameMake;
  if (other === undefined || acted.some(({ match }) => plain(match) === plain(mention))) return [];
  return [
    {
      position: step.position,
      severity: 'medium',
      reason: `it speaks of ${mention[0]} and acts on ${other.match[0]}`,
      evidence: [
        quote(step, other.call, other.match.index, other.match.index + other.match[0].length, 'what it acts on'),
        quote(step, spoken, mention.index, mention.index + mention[0].length, 'what it speaks of'),
      ],
    },
  ];
}

const plain = (match: RegExpMatchArray): string => match[0].replace(/^#/, '').toLowerCase();

/** Letters and length of an id: ids of one make are of one kind of thing. Bare numbers are of any kind. */
const makeOf = (id: string): string => (/^\d+$/.test(id) ? `number ${id}` : id.replace(/\d/g, '0'));
