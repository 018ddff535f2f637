import { visibleText } from '../../base/text.ts';
import type { Constraint } from '../../contracts/constraint.ts';
import { isModelError, type ModelClient } from '../../contracts/model.ts';
import type { Trajectory } from '../../contracts/trajectory.ts';
import type { CheckOutcome } from '../../contracts/validation-log.ts';
import { numberSteps } from '../../prompting/number-steps.ts';
import { policyOnce } from '../../prompting/policy-once.ts';
import { measureSteps, windowSteps } from '../../prompting/window-steps.ts';
import { unplaced } from '../checking/outcome.ts';
import { createWordsFinder } from './find-words.ts';
import { MAX_CHECKS, planRubricCalls, type RubricCall, type RubricPlaces } from './plan-rubric-calls.ts';
import { MAX_ANSWERS, rubricAnswerSchema } from './rubric-answer.ts';
import { rubricOutcome, type Shown } from './rubric-outcome.ts';
import { RUBRIC_SYSTEM, rubricPrompt } from './rubric-prompt.ts';
import { rubricRoom } from './rubric-room.ts';

export interface CheckRubricsInput {
  readonly trajectory: Trajectory;
  readonly places: readonly RubricPlaces[];
  readonly client: ModelClient;
  /** Most steps that are checked in one call; 1 = no call holds a step after the one it checks. Left out = 40. */
  readonly stepsPerCall?: number;
  readonly signal?: AbortSignal;
}

const STEPS_PER_CALL = 40;
/** Older models give no longer answers, and refuse to be asked for them. */
const MAX_ANSWER_TOKENS = 16_000;
/** Most criteria of one constraint; one with more is not judged. */
const MAX_OF_CONSTRAINT = 40;
/** Longest event that is shown whole, in characters. */
const MAX_EVENT_CHARS = 12_000;

/**
 * Holds a run against rubrics with a model: the checks of neighbouring steps in one call, calls side by side, outcomes in the
 * order of the checks. A call that fails makes its checks errors, a spent budget leaves them undecided.
 * @throws what `signal` was aborted with
 */
export async function checkRubrics(input: CheckRubricsInput): Promise<readonly CheckOutcome[]> {
  const { trajectory, client, signal, stepsPerCall = STEPS_PER_CALL } = input;
  const tooMany = input.places.filter(({ criteria }) => criteria.length > MAX_OF_CONSTRAINT || criteria.length === 0);
  const places = input.places.filter((one) => !tooMany.includes(one));
  const room = rubricRoom(trajectory, client.contextTokens, RUBRIC_SYSTEM);
  const numbers = numberSteps(trajectory);
  const find = createWordsFinder(trajectory);
  const shownRun = policyOnce(trajectory, room.policy);
  const costs = measureSteps(shownRun, numbers, Math.min(MAX_EVENT_CHARS, room.step));
  const { calls, beyond } = planRubricCalls(places, {
    costs,
    stepsPerCall,
    spanTokens: room.step / 2,
    maxCriteria: room.maxCriteria,
    constraintTokens: room.constraints,
  });

  const ask = async (call: RubricCall): Promise<readonly CheckOutcome[]> => {
    const to = call.last === null ? trajectory.steps.length : call.last + 1;
    const tokens = call.last === null ? room.run : room.step;
    const must = call.first ?? Math.max(0, to - 1);
    const window = windowSteps(shownRun, costs, { numbers, must, to, tokens });
    const criteria = call.checks.reduce((total, check) => total + check.criteria.length, 0);
    const shown: Shown = { trajectory, numbers, from: window.indexedFrom, to, find };
    try {
      const answer = await client.generate({
        purpose: 'check',
        system: RUBRIC_SYSTEM,
        prompt: rubricPrompt({
          trajectory,
          numbers,
          window,
          checks: call.checks,
          policy: room.policy,
          task: room.task,
        }),
        schema: rubricAnswerSchema,
        schemaName: 'rubric',
        maxOutputTokens: Math.min(MAX_ANSWER_TOKENS, room.answer + room.perCriterion * criteria),
        temperature: null,
        ...(signal === undefined ? {} : { signal }),
      });
      const answers = answer.value?.answers.slice(0, MAX_ANSWERS) ?? [];
      return call.checks.map((check, at) =>
        rubricOutcome(
          check,
          answers.filter((one) => one.check === at + 1),
          shown,
        ),
      );
    } catch (error) {
      signal?.throwIfAborted();
      if (!isModelError(error)) throw error;
      return call.checks.map(({ constraint }) => failed(constraint, error));
    }
  };
  const answered = await Promise.all(calls.map(ask));
  return [
    ...tooMany.map(({ constraint, criteria, positions }) => {
      const why =
        criteria.length === 0 ? 'has no criteria' : `has ${criteria.length} criteria, more than ${MAX_OF_CONSTRAINT}`;
      return unplaced(constraint, 'undecided', `not judged: it ${why}`, positions.length);
    }),
    ...answered.flat(),
    ...beyond.map(({ constraint }) => {
      return unplaced(constraint, 'undecided', `not judged: more than ${MAX_CHECKS} checks of one run`);
    }),
  ];
}

function failed(constraint: Constraint, error: Error & { readonly code: string }): CheckOutcome {
  if (error.code === 'MODEL_BUDGET_SPENT') {
    return unplaced(constraint, 'undecided', 'not judged: the budget for models is spent');
  }
  return unplaced(constraint, 'error', `no answer of the model: ${visibleText(error.message).slice(0, 300)}`);
}
