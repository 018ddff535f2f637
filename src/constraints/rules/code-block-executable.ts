import type { Step } from '../../contracts/trajectory.ts';
import { findSaid } from './_speech.ts';
import { defineRule, quote, quoteHead, type Violation } from './rule.ts';

/** What executors answer to a message in which they find nothing to run, or more than they may. */
const NOTHING_TO_RUN =
  /\b(?:no code (?:blocks? )?(?:from|to execute|to run|(?:was |were )?(?:found|detected|provided))|no (?:executable )?(?:code|action|command)s? (?:blocks? )?(?:was |were )?(?:found|detected)|(?:provide|contain|format|include) exactly one (?:action|code block|command)|^unknown language\b[^.]{0,30}$|could not parse (?:an |your )?(?:action|code|command))/im;

export default defineRule({
  id: 'code-block-executable',
  description: 'Where an executor finds nothing to run, code that it can run follows.',
  appliesTo: 'step',
  category: 'invalid-invocation',
  mode: 'invocation-issue',
  severity: 'low',
  type: 'PROTOCOL',
  evaluate({ index, trajectory }) {
    let checked = 0;
    let sender: Step | null = null;
    let open: Violation | null = null;
    const ran = new Set(index.calls.filter(({ failure }) => failure === null).map(({ resultStep }) => resultStep));
    for (const step of trajectory.steps) {
      if (step.role === 'agent') sender = step;
      if (step.role !== 'environment' && step.role !== 'tool') continue;
      checked++;
      // A slip that the next code makes good is none; what counts is where no code that runs ever follows.
      if (ran.has(step)) open = null;
      const said = complaintIn(step);
      if (said === null || sender === null || open !== null) continue;
      const sent = sender.events.find((event) => event.text !== '');
      open = {
        step: sender,
        message: 'the executor found nothing that it could run, and no code that runs ever followed',
        evidence: sent === undefined ? [said] : [said, quoteHead(sender, sent, 'what was sent')],
      };
    }
    return { checked, violations: open === null ? [] : [open] };
  },
});

function complaintIn(step: Step): Violation['evidence'][number] | null {
  const said = findSaid(step, NOTHING_TO_RUN);
  if (said !== null)
    return said.start > 300 ? null : quote(said.step, said.event, said.start, said.end, 'the executor');
  const result = step.events.find((event) => event.kind === 'tool-result');
  if (result === undefined) return null;
  const match = NOTHING_TO_RUN.exec(result.text.slice(0, 300));
  return match === null ? null : quote(step, result, match.index, match.index + match[0].length, 'the executor');
}
