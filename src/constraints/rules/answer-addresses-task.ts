import type { EventOf } from '../../contracts/trajectory.ts';
import type { PlacedEvent } from '../../trajectory/index-trajectory.ts';
import { spokenMessages } from './reading/last-words.ts';
import { COUNT_PATTERN } from './reading/numbers.ts';
import { MAX_READ, sentencesOf } from './reading/spans.ts';
import { isSoftwareTask } from './reading/task-kind.ts';
import { defineRule, quote, quoteHead, type Violation } from './rule.ts';

const GIVES_UP =
  /\b(?:(?:i|we)(?:'m| am| was| were|'re| are)? (?:unable|not able) to (?:\w+ ){0,4}?(?:find|determine|provide|complete|answer|access|retrieve|verify|locate|identify)|(?:i|we) (?:could|can|did)(?: not|n't) (?:\w+ ){0,3}?(?:find|determine|provide|complete|answer|access|retrieve|verify|locate|identify)|(?:could|can)(?: not|n't) be (?:determined|found|answered|completed|verified)|unable to (?:determine|find|answer|complete)|no (?:definitive |conclusive |clear |specific )?(?:answer|information|data) (?:could be |was |is )?(?:found|available)|insufficient (?:information|data))\b/i;
const ASKS_NUMBER =
  /\b(?:how many|how much|how (?:tall|long|old|far|high|deep|heavy)|what (?:is|was|were|are) the (?:\w+ ){0,3}(?:number|percentage|count|total|price|difference|sum|average|population|area|volume|year|age|height|length|distance)|in (?:what|which) year|what year|give (?:just )?the number)\b/i;
const HAS_NUMBER = new RegExp(
  `\\d|\\b${COUNT_PATTERN}\\b|\\b(?:none|half|both|hundred|thousand|million|billion|twenty|thirty|forty|fifty)\\b`,
  'i',
);

export default defineRule({
  id: 'answer-addresses-task',
  description: 'The run ends with an answer of the kind that was asked for.',
  appliesTo: 'trajectory',
  category: 'instruction-plan-adherence',
  mode: 'premature-termination',
  severity: 'medium',
  type: 'RELATIONAL_POST',
  evaluate({ index, trajectory }) {
    const { instruction } = trajectory;
    // A conversation ends with a farewell, a change to software with the change.
    if (instruction === null || index.userMessages.length > 1 || isSoftwareTask(instruction))
      return { checked: 0, violations: [] };
    const ending = spokenMessages(index).slice(-3);
    const answer = ending.at(-1);
    if (answer === undefined) return { checked: 0, violations: [] };
    const violation = judge(answer, instruction.slice(0, MAX_READ), ending);
    return { checked: 1, violations: violation === null ? [] : [violation] };
  },
});

type Message = PlacedEvent<EventOf<'message'>>;

function judge({ step, event }: Message, instruction: string, ending: readonly Message[]): Violation | null {
  const text = event.text.replaceAll('’', "'");
  const marked = /final answer\W{0,6}/i.exec(text);
  const start = marked === null ? 0 : marked.index + marked[0].length;
  const given = text.slice(
    start,
    marked === null ? undefined : text.indexOf('\n', start) === -1 ? undefined : text.indexOf('\n', start),
  );
  const gaveUp = sentencesOf(given).find((one) => GIVES_UP.test(one.text));
  if (gaveUp !== undefined) {
    const at = start + gaveUp.start;
    return {
      step,
      message: 'the run ends without an answer: the agent gives up',
      evidence: [quote(step, event, at, at + gaveUp.text.length, 'gives up')],
    };
  }
  // The answer may stand in the message before a last word of agreement.
  const numbered = ending.some((one) => HAS_NUMBER.test(marked === null ? one.event.text : given));
  if (ASKS_NUMBER.test(instruction) && !numbered) {
    return {
      step,
      message: 'the task asks for a number, the last messages hold none',
      evidence: [quoteHead(step, event, 'last message of the run', 300)],
    };
  }
  return null;
}
