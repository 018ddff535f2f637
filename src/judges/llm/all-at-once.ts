import { numberSteps } from '../../prompting/number-steps.ts';
import { askOfRun } from './ask-of-run.ts';
import type { LlmJudge } from './llm-judge.ts';
import { emptyOpinion, opinionOf } from './opinion-of.ts';
import { readingAnswerSchema } from './reading-answer.ts';
import { readingSystem } from './system-text.ts';

const QUESTION =
  'Which step broke this run? Name the first mistake, the critical and the decisive step, the category and mode of the ' +
  'critical failure, who acted, the quotes that show it, the next likely steps, and the smallest correction.';

const id = 'llm-all-at-once';

/** AgentRx's default: step and category in one reading of the whole run. */
export const allAtOnce: LlmJudge = {
  id,
  description: 'Reads the whole run once and names steps, category, agent and evidence together.',
  sends: 'The whole run; with a shortlist, the likeliest steps in full and a line for each other.',
  source: 'AgentRx (arXiv 2602.02475, section 4.6), with step numbers and groups',
  calls: () => 1,
  read: async (input) => {
    const numbers = numberSteps(input.index.trajectory);
    const system = readingSystem(input.context);
    const asked = await askOfRun(input, numbers, {
      system,
      question: QUESTION,
      schema: readingAnswerSchema,
      schemaName: 'reading',
    });
    const empty = { ...emptyOpinion(id, input), problems: [...asked.problems] };
    return asked.ok
      ? opinionOf(empty, asked.value, asked.answer, input.index, numbers)
      : { ...empty, failure: asked.failure };
  },
};
