import { z } from 'zod';
import { CATEGORY_IDS } from '../taxonomy/categories.ts';
import { MODE_IDS } from '../taxonomy/modes.ts';
import { OWNER_IDS } from '../taxonomy/owners.ts';

/** The named steps of a diagnosis. They answer different questions, so all are given. */
export const MARKERS = [
  'firstAnomaly',
  'critical',
  'decisive',
  'lastRecoverable',
  'pointOfNoReturn',
  'symptom',
] as const;
export type MarkerName = (typeof MARKERS)[number];

export const reasonSchema = z.object({
  text: z.string().meta({ description: 'What was seen, in words' }),
  contribution: z.number().meta({ description: 'What it adds to the score; negative speaks against the step' }),
});

export const candidateSchema = z.object({
  position: z.number().int(),
  stepId: z.string(),
  score: z.number().meta({ description: 'Sum of the contributions; comparable within one trajectory only' }),
  share: z
    .number()
    .meta({ description: 'Softmax of the scores within the trajectory, 0 to 1; not a calibrated probability' }),
  category: z.enum(CATEGORY_IDS),
  mode: z.enum(MODE_IDS).nullable(),
  owner: z.enum(OWNER_IDS).nullable(),
  reasons: z.array(reasonSchema).meta({ description: 'For and against, largest first' }),
});

export const markerPlaceSchema = z.object({ position: z.number().int(), reason: z.string() });

export const judgmentSchema = z.object({
  kind: z.literal('judgment'),
  schemaVersion: z.literal(1),
  trajectoryId: z.string(),
  judge: z.string().meta({ description: 'Id of the judge, such as `embedded`' }),
  judgeVersion: z.string(),
  madeFrom: z.object({ trajectory: z.string(), graph: z.string(), validationLog: z.string() }),
  candidates: z.array(candidateSchema).meta({ description: 'Best first, at most 10' }),
  markers: z.object(
    Object.fromEntries(MARKERS.map((name) => [name, markerPlaceSchema.nullable()])) as Record<
      MarkerName,
      z.ZodNullable<typeof markerPlaceSchema>
    >,
  ),
  probability: z
    .number()
    .nullable()
    .meta({ description: 'Calibrated probability that the critical step is right; null until calibrated' }),
  abstained: z.object({ reason: z.string() }).nullable(),
});

export type Judgment = z.infer<typeof judgmentSchema>;
export type Candidate = z.infer<typeof candidateSchema>;
export type MarkerPlace = z.infer<typeof markerPlaceSchema>;
