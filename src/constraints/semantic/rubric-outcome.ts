import { excerpt, visibleText } from '../../base/text.ts';
import type { Evidence } from '../../contracts/evidence.ts';
import type { Trajectory } from '../../contracts/trajectory.ts';
import type { CheckOutcome } from '../../contracts/validation-log.ts';
import { restoreUnseen } from '../../prompting/fence.ts';
import type { StepNumbers } from '../../prompting/number-steps.ts';
import { unplaced } from '../checking/outcome.ts';
import type { FindWords } from './find-words.ts';
import type { RubricCheck } from './plan-rubric-calls.ts';
import { type CriterionAnswer, evaluationOf } from './rubric-answer.ts';

/** Longest quote that is looked up, in characters. */
const MAX_QUOTE = 2_000;
const MAX_REASON = 300;
/** Most answers to one criterion whose words are looked up: some models cite several places. */
const MAX_OF_CRITERION = 5;

export interface Shown {
  readonly trajectory: Trajectory;
  readonly numbers: StepNumbers;
  /** First position that was shown at all, and the one after the last. */
  readonly from: number;
  readonly to: number;
  readonly find: FindWords;
}

/**
 * The verdict on one check, worked out from the answers to its criteria (AgentRx, appendix E.2): unclear ones are discarded;
 * of the rest one clear fail makes a violation, if the words it quotes stand in the run no later than the checked step.
 * A fail whose words stand nowhere makes it undecided, and so does a check of which nothing is left.
 */
export function rubricOutcome(check: RubricCheck, answers: readonly CriterionAnswer[], shown: Shown): CheckOutcome {
  const { constraint, criteria, position } = check;
  const failed: { readonly criterion: number; readonly reason: string; readonly evidence: Evidence }[] = [];
  const unproven: string[] = [];
  const discarded: string[] = [];
  let passed = 0;
  for (const [at, criterion] of criteria.entries()) {
    const own = answers.filter((answer) => answer.criterion === at + 1);
    const said = new Set(own.map(({ evaluation }) => evaluationOf(evaluation)));
    const [verdict] = said;
    const name = `criterion ${at + 1} (${excerpt(criterion, 80)})`;
    if (own.length === 0) discarded.push(`${name}: not answered`);
    else if (said.size > 1) discarded.push(`${name}: answered in two ways`);
    else if (verdict === null) discarded.push(`${name}: neither pass, fail nor unclear`);
    else if (verdict === 'pass') passed++;
    else if (verdict === 'unclear') discarded.push(`${name}: unclear, ${excerpt(own[0]?.reason ?? '', 120)}`);
    else {
      const found = own.slice(0, MAX_OF_CRITERION).flatMap((answer) => located(answer, position, shown) ?? [])[0];
      const reason = excerpt(own[0]?.reason ?? '', MAX_REASON);
      if (found === undefined) unproven.push(`${name}: ${reason}`);
      else failed.push({ criterion: at + 1, reason, evidence: found });
    }
  }
  const [first] = failed;
  if (first !== undefined) {
    // A check of one step blames that step; one of the whole run the earliest that is quoted.
    const places = failed.map(({ evidence }) => evidence.position);
    const blamed = shown.trajectory.steps[position ?? places.reduce((a, b) => Math.min(a, b))];
    const clause = constraint.clause === null ? '' : ` (clause ${constraint.clause})`;
    return {
      constraintId: constraint.id,
      status: 'violated',
      stepId: blamed?.id ?? null,
      position: blamed?.position ?? null,
      message: visibleText(`${failed.map(({ reason }) => reason || `not so: ${constraint.description}`).join(' ')}`)
        .slice(0, 1_000)
        .concat(clause),
      evidence: failed.map(({ evidence }) => evidence),
      recoveredPosition: null,
      checked: 1,
    };
  }
  const [doubt] = unproven;
  if (doubt !== undefined) {
    return undecided(check, `a model says it is violated, but the words it quotes do not stand there: ${doubt}`);
  }
  if (passed === 0) return undecided(check, `the model could not tell: ${discarded.slice(0, 3).join('; ')}`);
  return unplaced(constraint, 'satisfied', discarded.length === 0 ? 'holds' : 'holds, as far as a model could tell');
}

const undecided = ({ constraint }: RubricCheck, why: string): CheckOutcome =>
  unplaced(constraint, 'undecided', visibleText(why).slice(0, 600));

/** Where the words of a fail stand: in the step that is named, else in the checked one, else in another that was shown. */
function located({ quote, step, reason }: CriterionAnswer, position: number | null, shown: Shown): Evidence | null {
  if (quote === null || quote.trim() === '' || quote.length > MAX_QUOTE) return null;
  const note = excerpt(visibleText(reason), 160) || 'what fails the criterion';
  const named = shown.numbers.positionOf(step);
  return shown.find(
    restoreUnseen(quote),
    {
      likely: [named, position].flatMap((one) => one ?? []),
      from: shown.from,
      to: position === null ? shown.to : position + 1,
    },
    note,
  );
}
