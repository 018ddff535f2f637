import { sentencesOf } from './reading/spans.ts';
import { defineRule, quote, quoteHead } from './rule.ts';

const CANNOT_FIND =
  /\b(?:i(?:'m| am) (?:currently )?(?:unable|not able) to|i (?:currently )?(?:can(?:'t|not))|i (?:do not|don't) (?:currently )?have (?:the )?(?:ability|access|means|tools?) to) (?:directly |manually |currently )*(?:access|look up|retrieve|provide (?:information|details|real-time|updates)|check|find|view|see|search|open|browse|read|watch|get)\b/i;
/** A refusal that a rule or a missing detail of the user asks for is no claim about the tools. */
const FOR_A_REASON =
  /\b(?:policy|policies|until|unless|before (?:i|we)|without (?:your|authenticat\w+|verif\w+)|authenticat\w+|verify your|if)\b/i;

export default defineRule({
  id: 'inability-tried-first',
  description: 'The agent says that it cannot look something up only after a call showed it.',
  appliesTo: 'step',
  category: 'intent-plan-misalignment',
  mode: 'insufficient-context',
  severity: 'medium',
  type: 'CAPABILITY',
  evaluate({ index, trajectory }) {
    // Without tools the agent may be right.
    if (index.calls.length === 0 && trajectory.tools.length === 0) return { checked: 0, violations: [] };
    const firstCall = index.calls[0]?.step.position ?? Number.POSITIVE_INFINITY;
    let checked = 0;
    for (const { step, event } of index.agentMessages) {
      const said = sentencesOf(event.text.replaceAll('’', "'")).find(
        (one) => CANNOT_FIND.test(one.text) && !FOR_A_REASON.test(one.text),
      );
      if (said === undefined) continue;
      checked++;
      if (firstCall <= step.position) continue;
      const asked = index.userMessages.findLast((one) => one.step.position < step.position);
      return {
        checked,
        violations: [
          {
            step,
            message: 'says that it cannot look this up, and has called no tool so far',
            evidence: [
              quote(step, event, said.start, said.start + said.text.length, 'says that it cannot'),
              ...(asked === undefined ? [] : [quoteHead(asked.step, asked.event, 'what the user asked for')]),
            ],
            recoveredPosition: Number.isFinite(firstCall) ? firstCall : null,
          },
        ],
      };
    }
    return { checked, violations: [] };
  },
});
