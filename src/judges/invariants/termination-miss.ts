import type { EventOf } from '../../contracts/trajectory.ts';
import type { PlacedEvent } from '../../trajectory/index-trajectory.ts';
import { quoteHead } from '../../trajectory/quote.ts';
import { defineInvariant, type Seen } from './invariant.ts';
import type { InvariantView } from './view.ts';

export default defineInvariant({
  mode: 'termination-miss',
  condition: 'A step is taken after the point at which the run was done, or could only have been ended.',
  looksAt: 'runs that end inside a loop, and tails in which agents only exchange courtesies',
  cannotSee: 'Whether the task was done already, where nobody says so.',
  category: 'instruction-plan-adherence',
  question: {
    question: 'Was the task done, or past saving, before this step, so that the run should have ended there?',
    rubric: {
      broken: 'Name the step at which everything asked for was there, or nothing could still be gained.',
      holds: 'Something that was asked for was still missing, and the step works towards it.',
      unclear: 'What was asked for does not say when it is done.',
    },
    needs: ['step', 'before', 'task'],
  },
  find: (view) => [...endsInLoop(view), ...courtesies(view)],
  // Only after an agent has given an answer can there be a step too many.
  isOpen: (view, step) => {
    const first = view.index.agentMessages[0]?.step.position;
    return step.role === 'agent' && first !== undefined && step.position > first;
  },
});

/** The last thing that was done is a round of a loop: nothing ended it but a limit, or the end of patience. */
function endsInLoop(view: InvariantView): readonly Seen[] {
  const last = view.acts.at(-1);
  return view.loops.flatMap((loop): Seen[] =>
    loop.last === last
      ? [
          {
            position: loop.start.step.position,
            severity: 'medium',
            reason: `the run ends inside a loop of ${loop.times} rounds that this step started`,
            evidence: [
              quoteHead(loop.start.step, loop.start.event, 'the first repetition'),
              quoteHead(loop.last.step, loop.last.event, 'the last thing in the run'),
            ].filter(({ quote: words }) => words !== ''),
          },
        ]
      : [],
  );
}

const COURTESY =
  /\b(?:thank(?:s| you)|you[’']?re welcome|welcome|glad|happy to help|have a (?:great|nice|good)|goodbye|bye|take care|my pleasure|anytime|appreciate)\b/i;
const LONGEST = 300;
const LEAST = 4;

/** Four or more messages in a row at the end that are short, polite and call nothing. */
function courtesies(view: InvariantView): readonly Seen[] {
  const tail: PlacedEvent<EventOf<'message'>>[] = [];
  const messages = [...view.index.agentMessages, ...view.index.userMessages].sort(
    (a, b) => a.step.position - b.step.position,
  );
  for (const placed of messages.toReversed()) {
    const { step, event } = placed;
    if (event.text.length > LONGEST || !COURTESY.test(event.text) || view.callsAt(step.position).length > 0) break;
    tail.unshift(placed);
  }
  const [first, second] = tail.filter(({ step }) => step.role === 'agent');
  const firstOfTail = tail[0];
  if (tail.length < LEAST || first === undefined || second === undefined || firstOfTail === undefined) return [];
  const after = view.steps.slice(firstOfTail.step.position);
  if (after.some((step) => step.events.some(({ kind }) => kind === 'tool-call'))) return [];
  return [
    {
      position: second.step.position,
      severity: 'low',
      reason: `the run goes on with ${tail.length} courtesies in place of ending`,
      evidence: [
        quoteHead(second.step, second.event, 'one courtesy more'),
        quoteHead(first.step, first.event, 'where it could have ended'),
      ],
    },
  ];
}
