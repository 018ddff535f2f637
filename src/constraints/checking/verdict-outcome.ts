import { visibleText } from '../../base/text.ts';
import type { Constraint } from '../../contracts/constraint.ts';
import type { CheckVerdict, SandboxResult } from '../../contracts/sandbox.ts';
import type { Trajectory } from '../../contracts/trajectory.ts';
import type { CheckOutcome } from '../../contracts/validation-log.ts';
import { locateQuote, quoteStep } from '../../trajectory/locate-quote.ts';
import { unplaced } from './outcome.ts';

/**
 * What a program's answer means. Quotes that do not stand in the step they are said to be from are left out, and the
 * message says so; a step that is not there makes the answer an error.
 */
export function outcomeOf(
  constraint: Constraint,
  position: number | null,
  result: SandboxResult,
  trajectory: Trajectory,
  linesBefore: number,
): CheckOutcome {
  if (result.kind === 'error') {
    const line =
      result.line === null
        ? ''
        : ` (line ${result.line > linesBefore ? result.line - linesBefore : `${result.line} of the library`})`;
    return unplaced(constraint, 'error', `${result.reason}: ${visibleText(result.message)}${line}`);
  }
  const { value } = result;
  const message = value.message === null ? null : visibleText(value.message).slice(0, 1_000);
  if (value.holds === null) return unplaced(constraint, 'undecided', message ?? 'the check could not tell');
  if (value.holds) return unplaced(constraint, 'satisfied', 'holds');
  const blamed = trajectory.steps[value.step ?? position ?? value.evidence[0]?.position ?? -1];
  if (blamed === undefined) {
    return unplaced(constraint, 'error', 'bad-return: a violation must say at which step, and that step must be there');
  }
  const { evidence, missing } = evidenceOf(value, trajectory);
  const head = evidence.length > 0 ? null : quoteStep(blamed, 'the step that is checked');
  return {
    constraintId: constraint.id,
    status: 'violated',
    stepId: blamed.id,
    position: blamed.position,
    message: `${message ?? `not so: ${constraint.description}`}${constraint.clause === null ? '' : ` (clause ${constraint.clause})`}${missing > 0 ? ` (${missing} quoted words do not stand where the check says)` : ''}`,
    evidence: head === null ? evidence : [head],
    recoveredPosition: value.recovered !== null && value.recovered < trajectory.steps.length ? value.recovered : null,
    checked: 1,
  };
}

function evidenceOf(value: CheckVerdict, trajectory: Trajectory) {
  const evidence: CheckOutcome['evidence'] = [];
  let missing = 0;
  for (const { position, quote } of value.evidence) {
    const step = trajectory.steps[position];
    const found =
      step === undefined
        ? null
        : quote === null
          ? quoteStep(step, 'what it rests on')
          : locateQuote(step, quote, 'what it rests on');
    if (found !== null) evidence.push(found);
    else missing++;
  }
  return { evidence, missing };
}
