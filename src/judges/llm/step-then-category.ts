import { z } from 'zod';
import { isRecord } from '../../base/json.ts';
import { joinBlocks } from '../../prompting/context-blocks.ts';
import { FENCE_RULE } from '../../prompting/fence.ts';
import { numberSteps } from '../../prompting/number-steps.ts';
import { fieldsOf, hasAny, pick, readName, readText } from './answer-fields.ts';
import { askOfRun } from './ask-of-run.ts';
import { EXAMPLES_TEXT } from './examples-text.ts';
import type { LlmJudge, ReadingContext } from './llm-judge.ts';
import { emptyOpinion, opinionOf } from './opinion-of.ts';
import { readCategory, readMode } from './read-category.ts';
import { CATEGORY_NAMES, readingAnswerSchema } from './reading-answer.ts';
import { surroundingsOf } from './step-order.ts';
import {
  categoriesText,
  contextTexts,
  METHOD_TEXT,
  MODES_TEXT,
  QUOTE_TEXT,
  READER_TEXT,
  RUN_TEXT,
  STEPS_TEXT,
} from './system-text.ts';

const id = 'llm-step-then-category';
/** Steps before and after the critical one that the second call is shown in full. */
const REACH = 4;

const STEP_QUESTION =
  'Which step broke this run? Name the first mistake, the critical and the decisive step, who acted, the quotes that show ' +
  'it, the next likely steps, and the smallest correction. Leave category and mode null: they are asked for later.';

const categoryQuestion = (step: number): string =>
  `The critical step is step ${step}. Of which category is the failure in it, and of which mode?`;

const stepSystem = (context: ReadingContext): string =>
  joinBlocks(
    READER_TEXT,
    FENCE_RULE,
    RUN_TEXT,
    STEPS_TEXT,
    METHOD_TEXT,
    ...contextTexts(context),
    QUOTE_TEXT,
    context.examples ? EXAMPLES_TEXT : '',
  );

const categorySystem = (context: ReadingContext): string =>
  joinBlocks(
    READER_TEXT,
    'Somebody has found the step that the run never recovered from. You say what kind of failure it is.',
    FENCE_RULE,
    RUN_TEXT,
    ...contextTexts(context),
    categoriesText(context),
    MODES_TEXT,
  );

const categoryAnswerSchema = z.preprocess(
  (value) => {
    const fields = fieldsOf(Array.isArray(value) ? value[0] : value);
    if (!isRecord(Array.isArray(value) ? value[0] : value) || !hasAny(fields, CATEGORY_NAMES)) return value;
    return {
      rationale: readText(pick(fields, ['rationale', 'reason', 'reasoning', 'description'])),
      category: readName(pick(fields, CATEGORY_NAMES)),
      mode: readName(pick(fields, ['mode', 'failuremode'])),
    };
  },
  z.object({
    rationale: z.string().meta({ description: 'Why this category and not the next likely one, in two sentences' }),
    category: z.string().nullable().meta({ description: 'Id of the category' }),
    mode: z.string().nullable().meta({ description: 'Id of the mode; null where none fits' }),
  }),
);

/** AgentRx's other protocol: the step first, and its category once the step is settled. */
export const stepThenCategory: LlmJudge = {
  id,
  description:
    'Reads the run for the step first; a second call names the category with the step’s surroundings in full.',
  sends: 'The run as for one reading, then the steps around the critical one in full and a line for each other.',
  source: 'AgentRx (arXiv 2602.02475, section 4.6)',
  calls: () => 2,
  read: async (input) => {
    const { index, context } = input;
    const numbers = numberSteps(index.trajectory);
    const system = stepSystem(context);
    const asked = await askOfRun(input, numbers, {
      system,
      question: STEP_QUESTION,
      schema: readingAnswerSchema,
      schemaName: 'reading',
    });
    const empty = { ...emptyOpinion(id, input), problems: [...asked.problems] };
    if (!asked.ok) return { ...empty, failure: asked.failure };
    // A category that is named along was named without the list: the second call decides.
    const answer = { ...asked.value, category: null, mode: null };
    const opinion = opinionOf(empty, answer, asked.answer, index, numbers);
    if (opinion.critical === null) {
      return { ...opinion, problems: [...opinion.problems, 'no category was asked for: there is no critical step'] };
    }
    const named = await askOfRun(input, numbers, {
      system: categorySystem(context),
      question: categoryQuestion(numbers.numberOf(opinion.critical)),
      full: [...new Set(surroundingsOf(opinion.critical, index, REACH))],
      schema: categoryAnswerSchema,
      schemaName: 'category',
    });
    const problems = [...opinion.problems, ...named.problems.filter((one) => !opinion.problems.includes(one))];
    if (!named.ok) return { ...opinion, problems: [...problems, `category: ${named.failure}`] };
    const category = readCategory(named.value.category);
    if (category === null) problems.push(`category: ${JSON.stringify(named.value.category)} is none`);
    return {
      ...opinion,
      category,
      mode: readMode(named.value.mode),
      rationale: [opinion.rationale, named.value.rationale].filter((text) => text !== '').join('\n'),
      problems,
    };
  },
};
