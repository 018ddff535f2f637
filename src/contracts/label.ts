import { z } from 'zod';
import { CATEGORY_IDS } from '../taxonomy/categories.ts';
import { MODE_IDS } from '../taxonomy/modes.ts';

/** One line of a `labels.jsonl`: what a human says broke a run. */
export const labelSchema = z.object({
  kind: z.literal('label'),
  schemaVersion: z.literal(1),
  uri: z.string().nullable().meta({ description: 'File of the trace' }),
  trajectoryId: z.string(),
  step: z
    .union([
      z.object({ position: z.number().int() }),
      z.object({ nativeIndex: z.number().int() }),
      z.object({ stepId: z.string() }),
    ])
    .meta({ description: 'The step, in one of three numberings' }),
  category: z.enum(CATEGORY_IDS).nullable(),
  mode: z.enum(MODE_IDS).nullable(),
  agent: z.string().nullable(),
  reason: z.string().nullable(),
  annotator: z.string().nullable(),
});

export type Label = z.infer<typeof labelSchema>;
