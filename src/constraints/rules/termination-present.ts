import type { Step, TraceEvent } from '../../contracts/trajectory.ts';
import { completionIn, isTerminalCall } from './_completion.ts';
import { defineRule, quote, quoteHead, type Violation } from './rule.ts';

/** What an agent says that is about to do something, at the end of its words. */
const ANNOUNCES =
  /\b(?:I(?:[’']ll| will| am going to|[’']m going to) (?:now |next |first |then )*(?!be\b|end\b|leave\b|stop\b|conclude\b)\w+|let me (?!know\b)(?:now |first |next )?\w+|let[’']s (?!conclude\b|end\b|stop\b)(?:now |first |next )?\w+|next,? (?:I|we)[’' ](?:ll|will|need to|should)\b|please (?:hold on|wait|stand by)|one moment)[^.!?\n]{0,200}[.:…!]?\s*$/i;

export default defineRule({
  id: 'termination-present',
  description: 'The run ends with an answer or with a call that closes it, not in mid-air.',
  appliesTo: 'trajectory',
  category: 'instruction-plan-adherence',
  mode: 'premature-termination',
  severity: 'high',
  type: 'TEMPORAL',
  evaluate({ index, trajectory }) {
    const { steps, coverage } = trajectory;
    const last = steps.at(-1);
    const event = last?.events.at(-1);
    if (last === undefined || event === undefined || !coverage.complete) return { checked: 0, violations: [] };
    if (last.role === 'user' || last.role === 'system') return { checked: 0, violations: [] };
    const found = openEnd(last, event);
    return { checked: 1, violations: found === null ? [] : [found] };

    function openEnd(step: Step, end: TraceEvent): Violation | null {
      if (completionIn(step) !== null) return null;
      if (end.kind === 'tool-result') {
        const record = end.callId === null ? undefined : index.callById.get(end.callId);
        if (record === undefined || isTerminalCall(record.call)) return null;
        return {
          step: record.step,
          message: `the run ends on the result of ${record.call.name}; the agent never says what came of it`,
          evidence: [
            quoteHead(step, end, 'the last thing in the run'),
            quoteHead(record.step, record.call, 'the call'),
          ].filter(({ quote: words }) => words !== ''),
        };
      }
      if (end.kind === 'tool-call' && !isTerminalCall(end)) {
        return {
          step,
          message: `the run ends on a call of ${end.name || 'a tool'} whose result never came`,
          evidence: [quoteHead(step, end, 'the last thing in the run')],
        };
      }
      if (end.kind === 'plan' || end.kind === 'handoff') {
        return {
          step,
          message: `the run ends on a ${end.kind}: what it asks for is never done`,
          evidence: [quoteHead(step, end, 'the last thing in the run')],
        };
      }
      if (end.kind !== 'message') return null;
      const tail = Math.max(0, end.text.length - 400);
      const match = ANNOUNCES.exec(end.text.slice(tail));
      if (match === null) return null;
      return {
        step,
        message: 'the run ends with an announcement of what the agent is about to do',
        evidence: [quote(step, end, tail + match.index, end.text.length, 'announced, never done')],
      };
    }
  },
});
