import { z } from 'zod';
import { isRecord } from '../../base/json.ts';
import { plural } from '../../base/text.ts';
import { numberSteps } from '../../prompting/number-steps.ts';
import { ANSWERS, fieldsOf, hasAny, pick, readText, readYesNo } from '../llm/answer-fields.ts';
import { askOfRun } from '../llm/ask-of-run.ts';
import type { LlmJudge } from '../llm/llm-judge.ts';
import { emptyOpinion, opinionOf } from '../llm/opinion-of.ts';
import { answerOf } from './baseline-answer.ts';
import { baselineContext, baselineSystem, WHO_AND_WHEN } from './who-and-when-text.ts';

const id = 'who-and-when-step-by-step';
/** Steps before the one that is asked about that come first where not all fit. */
const LATEST = 8;
const NAMES = ['mistake', 'iserror', 'error', 'answer', 'yes'];

const stepAnswerSchema = z.preprocess(
  (value) => {
    const inner = Array.isArray(value) ? value[0] : value;
    const fields = fieldsOf(inner);
    if (!isRecord(inner) || !hasAny(fields, NAMES)) return value;
    return { reason: readText(pick(fields, ['reason', 'why', 'rationale'])), mistake: readYesNo(pick(fields, NAMES)) };
  },
  z.object({
    reason: z.string().meta({ description: 'Why, in one or two sentences' }),
    mistake: z.enum(ANSWERS).meta({ description: 'Does the last step that is shown hold the mistake?' }),
  }),
);

const HOW =
  'You are shown the run up to one of its steps and asked about the last step that is shown, not about what may come ' +
  'after. Say yes only where that step itself holds a mistake that keeps the task from being solved.';

/** A call a step, on what came before it and nothing after; stops at the first yes. Quadratic in the run, as in the paper. */
export const whoAndWhenStepByStep: LlmJudge = {
  id,
  description: 'Baseline: one call a step, on the run up to it, until the first yes.',
  sends: 'The task and, for every step, the run up to it.',
  source: WHO_AND_WHEN,
  calls: (steps) => steps,
  read: async (given) => {
    const input = { ...given, context: baselineContext(given.context), shortlist: null };
    const { index } = input;
    const numbers = numberSteps(index.trajectory);
    const system = baselineSystem('decisive', HOW, input.context);
    const problems = new Set<string>();
    const failures: string[] = [];
    let asked = 0;
    let model: string | null = null;
    for (const { position, role } of index.trajectory.steps) {
      // What the agents were told before they began is no step of theirs.
      if (role === 'system') continue;
      asked++;
      const answer = await askOfRun(input, numbers, {
        system,
        length: 'short',
        outcome: false,
        question: `Does step ${numbers.numberOf(position)}, the last one shown, hold the mistake that is looked for?`,
        to: position + 1,
        first: Array.from({ length: LATEST }, (_, back) => position - back),
        schema: stepAnswerSchema,
        schemaName: 'step',
      });
      for (const problem of answer.problems) problems.add(problem);
      if (!answer.ok) {
        failures.push(`step ${numbers.numberOf(position)}: ${answer.failure}`);
        if (answer.code === 'MODEL_BUDGET_SPENT') break;
        continue;
      }
      model = answer.answer.model;
      if (answer.value.mistake !== 'yes') continue;
      const named = { step: numbers.numberOf(position), agent: null, reason: answer.value.reason };
      const empty = { ...emptyOpinion(id, input), problems: [...told([...problems]), ...told(failures)] };
      const opinion = opinionOf(empty, answerOf(named), answer.answer, index, numbers);
      return { ...opinion, agent: index.trajectory.steps[position]?.agent ?? null };
    }
    const empty = { ...emptyOpinion(id, input), model, problems: [...told([...problems]), ...told(failures)] };
    // Silence about some steps is no answer about the run.
    if (failures.length > 0 || asked === 0) {
      return { ...empty, failure: failures[0] ?? 'the run has no step that could be asked about' };
    }
    return {
      ...empty,
      problems: [...empty.problems, `no step was said to hold the mistake, of ${plural(asked, 'step')}`],
    };
  },
};

/** A run has many calls, and what is wrong with one is mostly wrong with the next. */
const told = (words: readonly string[]): readonly string[] =>
  words.length <= 3
    ? words
    : [...words.slice(0, 3), `and so on for further calls: ${words.length - 3} more such notes`];
