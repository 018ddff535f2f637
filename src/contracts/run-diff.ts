import { z } from 'zod';
import { countSchema } from './step-reference.ts';

const placeSchema = (whose: string) =>
  z
    .number()
    .int()
    .nullable()
    .meta({ description: `0-based position of the step in the ${whose} run; null where that run has none for it` });

export const ROW_RELATIONS = ['same', 'reworded', 'changed', 'only-failing', 'only-passing'] as const;

export const differenceSchema = z.object({
  what: z.enum(['tool', 'argument', 'result', 'words']),
  path: z.string().nullable().meta({ description: 'Which argument or field differs; null = the whole' }),
  failing: z
    .string()
    .nullable()
    .meta({ description: 'What the failing run has there, cut; null where it has nothing' }),
  passing: z
    .string()
    .nullable()
    .meta({ description: 'What the passing run has there, cut; null where it has nothing' }),
});

export const diffRowSchema = z.object({
  failing: placeSchema('failing'),
  passing: placeSchema('passing'),
  relation: z.enum(ROW_RELATIONS).meta({
    description:
      '`same` = does the same with the same outcome; `reworded` = says something in other words, and calls nothing else; `changed` = other tool, arguments or result',
  }),
  differences: z.array(differenceSchema),
});

const runSchema = z.object({
  trajectoryId: z.string(),
  uri: z.string().nullable().meta({ description: 'File or URL; null when given as text' }),
  outcome: z.enum(['succeeded', 'failed', 'unknown']),
  stepCount: countSchema('steps the run has'),
});

/** How a run that failed differs from runs that did not. */
export const runDiffSchema = z.object({
  kind: z.literal('run-diff'),
  schemaVersion: z.literal(1),
  failing: runSchema,
  comparisons: z
    .array(
      z.object({
        passing: runSchema,
        place: z.number().int().meta({ description: 'Which of the given passing runs it is, counted from 0' }),
        same: countSchema('pairs of steps do the same'),
        reworded: countSchema('pairs of steps differ in words alone'),
        changed: countSchema('pairs of steps do something else'),
        onlyFailing: countSchema('steps the failing run alone has'),
        onlyPassing: countSchema('steps the passing run alone has'),
        divergence: z
          .number()
          .int()
          .nullable()
          .meta({ description: 'Row at which the runs first do something else; null where they never do' }),
        rows: z.array(diffRowSchema).meta({ description: 'The two runs side by side, in step order' }),
      }),
    )
    .meta({ description: 'One for each passing run, the one that goes along furthest first' }),
});

export type RunDiff = z.infer<typeof runDiffSchema>;
export type RunComparison = RunDiff['comparisons'][number];
export type DiffRow = z.infer<typeof diffRowSchema>;
export type Difference = z.infer<typeof differenceSchema>;
