import { z } from 'zod';
import { CATEGORY_IDS } from '../taxonomy/categories.ts';
import { MODE_IDS } from '../taxonomy/modes.ts';
import { positionSchema, stepIdSchema } from './step-reference.ts';

/** One line of a `labels.jsonl`: what a human says broke a run. */
export const labelSchema = z.object({
  kind: z.literal('label'),
  schemaVersion: z.literal(1),
  uri: z.string().nullable().meta({ description: 'File of the trace; null = any file that holds the trajectory' }),
  trajectoryId: z.string(),
  step: z
    .union([
      z.object({ position: positionSchema }),
      z.object({ nativeIndex: z.number().int().meta({ description: 'The number the source uses' }) }),
      z.object({ stepId: stepIdSchema }),
    ])
    .meta({ description: 'The step, in one of three numberings' }),
  category: z.enum(CATEGORY_IDS).nullable().meta({ description: 'Null where the annotator names none' }),
  mode: z.enum(MODE_IDS).nullable().meta({ description: 'Null where the annotator names none' }),
  agent: z.string().nullable().meta({ description: 'Agent to blame, as the source names it; null where not named' }),
  reason: z.string().nullable().meta({ description: 'Why, in the annotator’s words; null where not given' }),
  annotator: z.string().nullable().meta({ description: 'Who says so; null where not known' }),
});

export type Label = z.infer<typeof labelSchema>;
