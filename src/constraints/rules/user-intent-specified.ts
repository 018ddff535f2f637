import { MAX_READ } from './reading/spans.ts';
import { defineRule, quote, quoteHead } from './rule.ts';

const LACKS =
  /\b(?:i (?:don't|do not|can't|cannot|didn't) (?:really |actually |currently )?(?:have|know|remember|recall|find|provide|share)|i'm not (?:sure|certain|able)|i(?:'ve| have) (?:lost|forgotten)|i forgot|no idea|(?:prefer|rather) not (?:to )?(?:share|say|give|provide))\b/i;
const ASKS = /\?|\b(?:please (?:provide|share|give|tell|specify)|i(?:'ll| will)? need|let me know|could you)\b/i;

export default defineRule({
  id: 'user-intent-specified',
  description: 'What the agent asks the user for, the user can say, or the agent finds it out by a call.',
  appliesTo: 'step',
  category: 'underspecified-user-intent',
  mode: 'insufficient-context',
  severity: 'medium',
  type: 'ANY',
  evaluate({ index }) {
    const lastCall = index.calls.at(-1)?.step.position ?? -1;
    let checked = 0;
    let before = 0;
    for (const { step, event } of index.userMessages.slice(1)) {
      while ((index.agentMessages[before]?.step.position ?? Number.POSITIVE_INFINITY) < step.position) before++;
      const asked = index.agentMessages[before - 1];
      if (asked === undefined || !ASKS.test(asked.event.text)) continue;
      checked++;
      const match = LACKS.exec(event.text.slice(0, MAX_READ).replaceAll('’', "'"));
      // A later call shows that the agent found another way.
      if (match === null || lastCall > step.position) continue;
      return {
        checked,
        violations: [
          {
            step,
            message: 'the user cannot say what the agent asks for, and no call finds it out',
            evidence: [
              quote(step, event, match.index, match.index + match[0].length, 'what the user cannot say'),
              quoteHead(asked.step, asked.event, 'what the agent asked for'),
            ],
          },
        ],
      };
    }
    return { checked, violations: [] };
  },
});
