import { isRecord, ownString } from '../../base/json.ts';
import type { CallRecord } from '../../trajectory/index-trajectory.ts';
import { defineRule, quote, quoteHead } from './rule.ts';

const DONE = /^(?:completed?|done|finished|closed|resolved|cancell?ed|skipped|dropped)$/i;
const TEXT_KEYS = ['content', 'step', 'title', 'description', 'text', 'name', 'task'];
const SAYS_OPEN =
  /\b(?:remain(?:s|ing)?|left|next steps?|not (?:yet )?(?:done|finished|completed?|implemented)|still (?:to do|open|need\w*)|to-?do|pending|unfinished|out of scope|let me know if|would you like)\b/i;

export default defineRule({
  id: 'plan-items-done',
  description: 'Items of the agent’s own to-do list are done, or said to be open, before it ends.',
  appliesTo: 'trajectory',
  category: 'instruction-plan-adherence',
  mode: 'premature-termination',
  severity: 'medium',
  type: 'TEMPORAL',
  evaluate({ index }) {
    const latest = index.calls.findLast((record) => record.failure === null && itemsOf(record).length > 1);
    if (latest === undefined) return { checked: 0, violations: [] };
    const items = itemsOf(latest);
    const open = items.filter((item) => !DONE.test(item.status));
    const answer = index.finalAnswer;
    const first = open[0];
    if (first === undefined) return { checked: items.length, violations: [] };
    // A run that was cut off while it worked has not dropped anything.
    if (answer === null || answer.step.position <= latest.step.position) {
      return {
        checked: items.length,
        violations: [],
        undecided: { count: open.length, reason: 'the run ends before a last message' },
      };
    }
    if (SAYS_OPEN.test(answer.event.text)) {
      return {
        checked: items.length,
        violations: [],
        undecided: { count: open.length, reason: 'the last message speaks of what is left' },
      };
    }
    const { step, event } = answer;
    const start = latest.call.text.indexOf(first.text);
    const item =
      start === -1
        ? quoteHead(latest.step, latest.call, `an item is still "${first.status}"`)
        : quote(latest.step, latest.call, start, start + first.text.length, `still "${first.status}"`);
    return {
      checked: items.length,
      violations: [
        {
          step,
          message: `ends with ${open.length} of ${items.length} items of its list open: ${first.text.slice(0, 80)}`,
          evidence: [quoteHead(step, event, 'the last message'), item],
        },
      ],
    };
  },
});

interface Item {
  readonly text: string;
  readonly status: string;
}

/** The items of a to-do list among the arguments of a call: objects with a text and a status. */
function itemsOf({ call }: CallRecord): Item[] {
  if (!isRecord(call.arguments)) return [];
  for (const value of Object.values(call.arguments)) {
    if (!Array.isArray(value) || value.length < 2) continue;
    const items = value.slice(0, 500).flatMap((element: unknown) => {
      const status = ownString(element, 'status') ?? ownString(element, 'state');
      const text = TEXT_KEYS.map((key) => ownString(element, key)).find((one) => one !== null && one !== undefined);
      return status === null || text === null || text === undefined ? [] : [{ status, text }];
    });
    if (items.length === value.length) return items;
  }
  return [];
}
