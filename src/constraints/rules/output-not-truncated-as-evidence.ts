import type { CallRecord } from '../../trajectory/index-trajectory.ts';
import { agentStepsAfter, findSaid, type Said, speechOf } from './_speech.ts';
import { defineRule, quote, type Violation } from './rule.ts';

/** How runners say that they left something out. Read at both ends and where they cut, never deep inside a page. */
const TRUNCATED =
  /(?:output of your last command was too long|\[?(?:\.\.\. ?)?(?:output|response|result|content)s? (?:was |is |has been )?(?:truncated|clipped|cut off)|\btruncated (?:output|result)|\d+ (?:characters|lines|tokens|chars) (?:elided|truncated|omitted)|<response clipped>|\(truncated\)|\[truncated\]|<truncated)/i;
/** How an agent says that it has seen all of it. Tests are left out: their summary stands at the end, which is kept. */
const CLAIMS_WHOLE =
  /\b(?:all (?:of )?(?:the )?(?:\d+ )?(?:results?|rows|items|records|files|entries|matches|lines|messages|orders) (?:are|were|have|match|show|contain)|there (?:are|were) (?:exactly |a total of )\d+|the (?:complete|full|whole|entire) (?:list|output|file|text|result|log)s? (?:shows?|contains?|is|has|lists?)|none of the (?:results?|rows|items|records|files|entries|lines)|no other (?:\w+ )?(?:results?|rows|items|records|files|entries|matches|occurrences|uses)|a total of \d+|\d+ \w+ in total|(?:the )?(?:last|highest|lowest|largest|smallest) (?:row|entry|line|value|record) (?:in|of) the (?:file|output|list|table|log))/i;
const MENTIONS_CUT =
  /\b(?:truncat|too long|clipped|cut off|elided|partial|rest of|remaining|full output|narrow|smaller|head -|tail -|more specific|less output)\w*/i;

export default defineRule({
  id: 'output-not-truncated-as-evidence',
  description: 'An output that was cut is not used as if it were the whole.',
  appliesTo: 'step',
  category: 'misinterpretation-of-tool-output',
  mode: 'insufficient-context',
  severity: 'medium',
  type: 'RELATIONAL_POST',
  evaluate({ index, trajectory }) {
    const violations: Violation[] = [];
    let checked = 0;
    for (const record of index.calls) {
      const cut = cutIn(record);
      if (cut === null || record.resultStep === null || record.result === null) continue;
      checked++;
      const said = claimAfter(record.resultStep.position);
      if (said === null) continue;
      violations.push({
        step: said.step,
        message: `${record.call.name} gave a cut output, and the agent speaks of the whole`,
        evidence: [
          quote(said.step, said.event, said.start, said.end, 'speaks of the whole'),
          quote(record.resultStep, record.result, cut.start, cut.end, 'the output is cut'),
        ],
      });
    }
    return { checked, violations };

    function claimAfter(position: number): Said | null {
      for (const step of agentStepsAfter(trajectory, position)) {
        if (speechOf(step).length === 0) return null;
        if (findSaid(step, MENTIONS_CUT) !== null) return null;
        return findSaid(step, CLAIMS_WHOLE);
      }
      return null;
    }
  },
});

function cutIn({ result }: CallRecord): { start: number; end: number } | null {
  if (result === null) return null;
  const { text } = result;
  for (const [from, to] of [
    [0, 400],
    [Math.max(400, text.length - 400), text.length],
  ] as const) {
    const match = TRUNCATED.exec(text.slice(from, to));
    if (match !== null) return { start: from + match.index, end: from + match.index + match[0].length };
  }
  return null;
}
