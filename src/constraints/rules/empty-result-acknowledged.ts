import { emptyResultOf } from '../../trajectory/empty-result.ts';
import { ACKNOWLEDGES } from './_failure-words.ts';
import { runsCode } from './_runs-code.ts';
import { agentStepsAfter, findSaid, type Said, speechOf } from './_speech.ts';
import { defineRule, quote, type Violation } from './rule.ts';

/** How an agent speaks of something it has been shown. */
const CLAIMS_CONTENT =
  /\b(?:(?:the|these|this|search) (?:code )?(?:outputs?|results?|search|data|records?|list) (?:shows?|confirms?|indicates?|lists?|reveals?|provides?|contains?|suggests?)|based on the (?:outputs?|results?|data)|according to the (?:outputs?|results?|data)|as (?:shown|seen|confirmed) (?:in|by) the (?:outputs?|results?)|I(?:[’']ve| have)? (?:now |successfully )?(?:found|located|obtained|retrieved|identified|extracted|gathered|collected) |here (?:are|is) the |now that (?:we|I|the) (?:\w+ ){0,4}(?:has|have) )/i;
const SAYS_NONE = /\b(?:no|none|not|nothing|empty|without|zero|0|n't|any)\b|n[’']t\b/i;

export default defineRule({
  id: 'empty-result-acknowledged',
  description: 'After an empty result the agent does not speak as if it had been shown something.',
  appliesTo: 'step',
  category: 'misinterpretation-of-tool-output',
  mode: 'context-miss',
  severity: 'medium',
  type: 'RELATIONAL_POST',
  evaluate({ index, trajectory }) {
    const violations: Violation[] = [];
    let checked = 0;
    for (const { call, result, resultStep, failure } of index.calls) {
      if (result === null || resultStep === null || failure !== null) continue;
      const empty = emptyResultOf(result);
      // Commands that print nothing have often done what they were for.
      if (empty === null || (empty.silent && !runsCode(call.name))) continue;
      checked++;
      const said = claimAfter(resultStep.position);
      if (said === null) continue;
      violations.push({
        step: said.step,
        message: `${call.name} gave nothing, and the agent speaks of what it showed`,
        evidence: [
          quote(said.step, said.event, said.start, said.end, 'speaks of a result'),
          quote(resultStep, result, empty.start, empty.end, 'the result is empty'),
        ],
      });
    }
    return { checked, violations };

    function claimAfter(position: number): Said | null {
      for (const step of agentStepsAfter(trajectory, position)) {
        if (speechOf(step).length === 0) {
          // Another call comes first: what is said after it may be about that one.
          return null;
        }
        const said = findSaid(step, CLAIMS_CONTENT);
        if (said === null || findSaid(step, ACKNOWLEDGES) !== null) return null;
        const sentence = said.event.text.slice(said.start, said.end + 160);
        return SAYS_NONE.test(sentence) ? null : said;
      }
      return null;
    }
  },
});
