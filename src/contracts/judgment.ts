import { z } from 'zod';
import { CATEGORY_IDS } from '../taxonomy/categories.ts';
import { MODE_IDS } from '../taxonomy/modes.ts';
import { OWNER_IDS } from '../taxonomy/owners.ts';
import { opinionSchema } from './opinion.ts';
import { positionSchema, stepIdSchema } from './step-reference.ts';

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

/** What each marker names, in one line; a marker is null where no step is singled out. */
export const MARKER_MEANING: Readonly<Record<MarkerName, string>> = {
  firstAnomaly: 'Earliest violation that nothing later made good',
  critical: 'First failure from which the run never recovers',
  decisive: 'The step that best explains the bad outcome',
  lastRecoverable: 'Last step at which a correction could still have changed the outcome',
  pointOfNoReturn: 'The step that sealed the loss: an irreversible write, the final answer, the stop',
  symptom: 'Where the failure first became visible',
};

export const reasonSchema = z.object({
  text: z.string().meta({ description: 'What was seen, in words' }),
  contribution: z.number().meta({ description: 'What it adds to the score; negative speaks against the step' }),
});

export const candidateSchema = z.object({
  position: positionSchema,
  stepId: stepIdSchema,
  score: z.number().meta({ description: 'Sum of the contributions; comparable within one trajectory only' }),
  share: z
    .number()
    .meta({ description: 'Softmax of the scores within the trajectory, 0 to 1; not a calibrated probability' }),
  category: z.enum(CATEGORY_IDS),
  mode: z.enum(MODE_IDS).nullable().meta({ description: 'Null where no mode fits' }),
  owner: z.enum(OWNER_IDS).nullable().meta({ description: 'Who can fix it; null where that is open' }),
  reasons: z.array(reasonSchema).meta({ description: 'For and against, largest first' }),
});

export const markerPlaceSchema = z.object({ position: positionSchema, reason: z.string() });

export const judgmentSchema = z.object({
  kind: z.literal('judgment'),
  schemaVersion: z.literal(1),
  trajectoryId: z.string(),
  judge: z.string().meta({ description: 'Id of the judge, such as `embedded`' }),
  judgeVersion: z.string(),
  madeFrom: z.object({ trajectory: z.string(), graph: z.string(), validationLog: z.string() }),
  candidates: z.array(candidateSchema).meta({ description: 'Best first, at most 10' }),
  markers: z.object(
    Object.fromEntries(
      MARKERS.map((name) => [name, markerPlaceSchema.nullable().meta({ description: MARKER_MEANING[name] })]),
    ) as Record<MarkerName, z.ZodNullable<typeof markerPlaceSchema>>,
  ),
  probability: z
    .number()
    .nullable()
    .meta({ description: 'Calibrated probability that the critical step is right; null until calibrated' }),
  abstained: z
    .object({ reason: z.string() })
    .nullable()
    .meta({ description: 'Why no step is singled out; null where one is' }),
  opinions: z.array(opinionSchema).optional().meta({ description: 'What models said; absent where none was asked' }),
  notes: z.array(z.string()).optional().meta({ description: 'What was left out, not answered or cut short, in words' }),
});

export type Judgment = z.infer<typeof judgmentSchema>;
export type Candidate = z.infer<typeof candidateSchema>;
export type MarkerPlace = z.infer<typeof markerPlaceSchema>;
