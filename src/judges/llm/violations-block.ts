import { excerpt } from '../../base/text.ts';
import { SEVERITIES } from '../../contracts/constraint.ts';
import type { CheckOutcome, ValidationLog } from '../../contracts/validation-log.ts';
import { fence } from '../../prompting/fence.ts';
import type { StepNumbers } from '../../prompting/number-steps.ts';

const MAX_VIOLATIONS = 40;
const MAX_MESSAGE = 400;
const MAX_QUOTE = 200;

/** Violations that nothing made good first, then by severity, then in order of the run. */
export function violationsByWeight(log: ValidationLog): readonly CheckOutcome[] {
  const severity = new Map(log.constraints.map((one) => [one.id, SEVERITIES.indexOf(one.severity)]));
  return log.outcomes
    .filter(({ status }) => status === 'violated')
    .sort(
      (a, b) =>
        Number(b.recoveredPosition === null) - Number(a.recoveredPosition === null) ||
        (severity.get(b.constraintId) ?? 0) - (severity.get(a.constraintId) ?? 0) ||
        (a.position ?? -1) - (b.position ?? -1),
    );
}

/**
 * What checks found, a line each in order of the run: the step, the check, the category it points to, what was found and
 * the words that show it. Always there, so that what is asked is the same whether or not a check found something.
 */
export function violationsBlock(
  log: ValidationLog,
  numbers: StepNumbers,
): { readonly text: string; readonly notes: readonly string[] } {
  const all = violationsByWeight(log);
  const constraints = new Map(log.constraints.map((one) => [one.id, one]));
  const lines = all
    .slice(0, MAX_VIOLATIONS)
    .sort((a, b) => (a.position ?? -1) - (b.position ?? -1))
    .map((outcome) => {
      const constraint = constraints.get(outcome.constraintId);
      const place = outcome.position === null ? 'whole run' : `step ${numbers.numberOf(outcome.position)}`;
      const repaired =
        outcome.recoveredPosition === null ? '' : `, made good in step ${numbers.numberOf(outcome.recoveredPosition)}`;
      const kind = constraint === undefined ? '' : ` (${constraint.severity}; points to ${constraint.category})`;
      const quote = outcome.evidence[0];
      const words =
        quote === undefined
          ? ''
          : ` | step ${numbers.numberOf(quote.position)} has: ${JSON.stringify(excerpt(quote.quote, MAX_QUOTE))}`;
      return `[${place}${repaired}] ${outcome.constraintId}${kind}: ${excerpt(outcome.message, MAX_MESSAGE)}${words}`;
    });
  const more = all.length - lines.length;
  if (more > 0) lines.push(`(${more} more, of less weight, are not listed)`);
  return {
    text: `What checks found:\n${fence('findings', lines.length === 0 ? '(nothing)' : lines.join('\n'))}`,
    notes: more > 0 ? [`${more} findings of checks of less weight were not shown`] : [],
  };
}
