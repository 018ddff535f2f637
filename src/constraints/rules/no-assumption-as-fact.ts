import { MAX_READ, type Span, sentencesOf } from './reading/spans.ts';
import { isSoftwareTask } from './reading/task-kind.ts';
import { wordsOf } from './reading/words.ts';
import { defineRule, quote, type Violation } from './rule.ts';

const ASSUMES =
  /\b(?:(?:i|we)(?:'ll| will| can| could| must| have to)? (?:now |just |then )?assumed?|let(?:'s| us) assume|assuming (?:that )?(?:the|an?|each|all|there|it|this|we|\d|[A-Z"])|assumed? (?:that|to be|values?|the)|(?:reasonable|safe|common) (?:assumption|estimate)|based on (?:common|general|my|prior|typical|existing) (?:knowledge|assumptions?))\b/;
/** A condition, a plan for what a tool may return, or a question: nothing is taken as given. */
const OPEN =
  /^\W*(?:if|should|in case|even)\b|\?|\b(?:user|they|he|she|question|task) (?:is|are|may be|might be) assuming\b|\bassuming (?:that )?(?:the|this|these|all|a) (?:[a-z]+ ){0,2}(?:tool|search|results?|query|code|call|function|api|response)\b/i;

export default defineRule({
  id: 'no-assumption-as-fact',
  description: 'What is not known is looked up or asked for; the agent does not go on from an assumption of its own.',
  appliesTo: 'step',
  category: 'invention-of-information',
  mode: 'insufficient-context',
  severity: 'medium',
  type: 'PROVENANCE',
  evaluate({ index, trajectory }) {
    if (isSoftwareTask(trajectory.instruction)) return { checked: 0, violations: [] };
    const asked = new Set(wordsOf((trajectory.instruction ?? '').slice(0, MAX_READ)));
    const chats = index.userMessages.length > 1;
    const violations: Violation[] = [];
    let checked = 0;
    for (const { step, event } of index.agentMessages) {
      checked++;
      // In a conversation an assumption that comes with a question is one that the user is asked to settle.
      if (chats && event.text.includes('?')) continue;
      const found = sentencesOf(event.text).find((sentence) => assumes(sentence, asked));
      if (found === undefined) continue;
      violations.push({
        step,
        message: 'the agent goes on from an assumption of its own',
        evidence: [quote(step, event, found.start, found.start + found.text.length, 'assumed, not looked up')],
      });
    }
    return { checked, violations };
  },
});

function assumes(sentence: Span, asked: ReadonlySet<string>): boolean {
  const text = sentence.text.replace(/^\W*\p{Lu}/u, (head) => head.toLowerCase());
  if (!ASSUMES.test(text) || OPEN.test(text)) return false;
  // The task itself may say what to assume.
  const words = wordsOf(text);
  return words.filter((word) => asked.has(word)).length < 0.7 * words.length;
}
