import { tryParseJson } from '../../base/json.ts';
import { spokenMessages } from './reading/last-words.ts';
import { COUNT_PATTERN } from './reading/numbers.ts';
import { MAX_READ } from './reading/spans.ts';
import { isSoftwareTask } from './reading/task-kind.ts';
import { defineRule, quote } from './rule.ts';

interface Demand {
  /** The words of the task that demand it. */
  readonly asks: RegExp;
  readonly says: string;
  readonly holds: (answer: string) => boolean;
}

const NUMBER = new RegExp(
  `^\\W{0,3}[-+]?(?:[$€£] ?)?(?:\\d[\\d,]*(?:\\.\\d+)?|${COUNT_PATTERN})(?: ?%)?\\W{0,3}$`,
  'i',
);

const DEMANDS: readonly Demand[] = [
  {
    asks: /\b(?:(?:just|only) give (?:me )?(?:the|a) (?:number|integer)|give (?:me )?(?:the|a) (?:number|integer) only|(?:answer|respond|reply) (?:only )?with (?:just |only )?(?:a|the) (?:single )?(?:number|integer)|as a (?:single )?(?:plain )?integer|(?:report|provide|state) (?:just |only )?the integer)\b/i,
    says: 'a number and nothing else',
    holds: (answer) => NUMBER.test(answer),
  },
  {
    asks: /\bcomma[- ](?:separated|delimited)\b/i,
    says: 'a comma-separated list',
    holds: (answer) => answer.includes(',') || answer.split(/\s+/).length <= 3,
  },
  {
    asks: /\b(?:answer|respond|reply|output|return) (?:only |strictly )?(?:with |in |as )?(?:valid |only |pure |a )*json(?: only)?\b|\bjson (?:object )?only\b/i,
    says: 'JSON',
    holds: (answer) => tryParseJson(answer.replace(/^```(?:json)?\s*|\s*```$/g, '')) !== undefined,
  },
  {
    asks: /\b(?:answer|respond|reply) (?:only )?(?:with )?(?:a )?(?:simple )?"?yes"? or "?no"?\b/i,
    says: 'yes or no',
    holds: (answer) => /^\W*(?:yes|no)\b/i.test(answer),
  },
  {
    asks: /\b(?:in|with|as|using) (?:a )?(?:one|single) word\b/i,
    says: 'one word',
    holds: (answer) => answer.trim().split(/\s+/).length === 1,
  },
];

export default defineRule({
  id: 'output-format-followed',
  description: 'The final answer has the form that the task demands.',
  appliesTo: 'trajectory',
  category: 'instruction-plan-adherence',
  mode: 'instruction-unfollowing',
  severity: 'medium',
  type: 'RELATIONAL_POST',
  evaluate({ index, trajectory }) {
    const instruction = (trajectory.instruction ?? '').slice(0, MAX_READ);
    const answer = spokenMessages(index).at(-1);
    if (answer === undefined || index.userMessages.length > 1 || isSoftwareTask(instruction))
      return { checked: 0, violations: [] };
    const demands = DEMANDS.filter((one) => one.asks.test(instruction));
    if (demands.length === 0) return { checked: 0, violations: [] };
    const { step, event } = answer;
    const given = finalText(event.text);
    if (given === null) {
      return {
        checked: demands.length,
        violations: [],
        undecided: { count: demands.length, reason: 'the message mixes the answer with other text' },
      };
    }
    const broken = demands.filter((one) => !one.holds(given.text));
    return {
      checked: demands.length,
      violations: broken.map((one) => ({
        step,
        message: `the task demands ${one.says}, the answer is "${given.text.slice(0, 80)}"`,
        evidence: [quote(step, event, given.start, given.start + given.text.length, `not ${one.says}`)],
      })),
    };
  },
});

/** The answer alone: what follows "final answer", or a message of one line; null where it cannot be told apart. */
function finalText(text: string): { readonly text: string; readonly start: number } | null {
  const marked = /final answer[ *:`]{1,6}/i.exec(text);
  if (marked === null)
    return text.trim().includes('\n') || text.length > 400
      ? null
      : { text: text.trim(), start: text.indexOf(text.trim()) };
  const start = marked.index + marked[0].length;
  const end = text.indexOf('\n', start);
  const line = text.slice(start, end === -1 ? undefined : end);
  return { text: line.trim(), start: start + (line.length - line.trimStart().length) };
}
