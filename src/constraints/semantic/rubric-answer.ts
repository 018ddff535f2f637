import { z } from 'zod';

/** Most verdicts that are read of one answer. */
export const MAX_ANSWERS = 400;

/** What a model is asked for: a verdict for each criterion of each check, the reason before the verdict. */
export const rubricAnswerSchema = z.object({
  answers: z
    .array(
      z.object({
        check: z.number().int().meta({ description: 'Number of the check' }),
        criterion: z.number().int().meta({ description: 'Number of the criterion within the constraint' }),
        reason: z.string().meta({ description: 'One or two sentences: what in which step decides it' }),
        step: z
          .union([z.number(), z.string()])
          .nullable()
          .meta({ description: 'Number of the step that is quoted; null = none' }),
        quote: z.string().nullable().meta({
          description: 'Words of that step, copied exactly, at most two lines; null = none. A CLEAR_FAIL needs them',
        }),
        evaluation: z.string().meta({ description: 'CLEAR_PASS, CLEAR_FAIL or UNCLEAR' }),
      }),
    )
    .meta({ description: 'One for each criterion of each check' }),
});

export type RubricAnswer = z.infer<typeof rubricAnswerSchema>;
export type CriterionAnswer = RubricAnswer['answers'][number];

export type Evaluation = 'pass' | 'fail' | 'unclear';

/** The evaluation in whatever spelling; null for what is none of the three. */
export function evaluationOf(word: string): Evaluation | null {
  const letters = word
    .slice(0, 40)
    .toLowerCase()
    .replace(/[^a-z]/g, '');
  return SPELLINGS.get(letters) ?? null;
}

const SPELLINGS: ReadonlyMap<string, Evaluation> = new Map([
  ['clearpass', 'pass'],
  ['pass', 'pass'],
  ['clearfail', 'fail'],
  ['fail', 'fail'],
  ['unclear', 'unclear'],
]);
