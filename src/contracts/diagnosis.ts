import { z } from 'zod';
import { CATEGORY_IDS } from '../taxonomy/categories.ts';
import { MODE_IDS } from '../taxonomy/modes.ts';
import { OWNER_IDS } from '../taxonomy/owners.ts';
import { evidenceSchema } from './evidence.ts';
import { MARKERS, type MarkerName, reasonSchema } from './judgment.ts';
import { coverageSchema } from './trajectory.ts';

export const markerSchema = z.object({
  stepId: z.string(),
  position: z.number().int().meta({ description: '0-based' }),
  nativeIndex: z.number().int().nullable().meta({ description: 'The number the source uses' }),
  rawRef: z.string().meta({ description: 'JSON pointer within the trajectory’s own record, or `line:N`' }),
  agent: z.string(),
  reason: z.string().meta({ description: 'Why this step carries this marker' }),
});

export const diagnosisEvidenceSchema = evidenceSchema.extend({
  constraintId: z.string().nullable(),
  verified: z.boolean().meta({ description: 'The quote was found word for word where it is cited' }),
});

export const violationSchema = z.object({
  constraintId: z.string(),
  position: z.number().int().nullable(),
  message: z.string(),
  recoveredPosition: z.number().int().nullable(),
});

export const alternativeSchema = z.object({
  stepId: z.string(),
  position: z.number().int(),
  nativeIndex: z.number().int().nullable(),
  rawRef: z.string(),
  agent: z.string(),
  category: z.enum(CATEGORY_IDS),
  score: z.number(),
  reasons: z.array(reasonSchema),
});

export const costSchema = z.object({
  modelCalls: z.number().int(),
  usd: z.number().nullable().meta({ description: 'US dollars; null = unknown' }),
  durationMs: z
    .number()
    .nullable()
    .meta({ description: 'Milliseconds from trajectory to diagnosis; null where not measured' }),
});

export const diagnosisSchema = z.object({
  kind: z.literal('diagnosis'),
  schemaVersion: z.literal(1),
  trajectoryId: z.string(),
  source: z.object({ uri: z.string().nullable(), format: z.string(), recordRef: z.string() }),
  outcome: z.enum(['succeeded', 'failed', 'unknown']),
  outcomeReason: z.string(),
  stepCount: z.number().int(),
  target: z.enum(MARKERS).meta({ description: 'The marker that leads' }),
  markers: z.object(
    Object.fromEntries(MARKERS.map((name) => [name, markerSchema.nullable()])) as Record<
      MarkerName,
      z.ZodNullable<typeof markerSchema>
    >,
  ),
  category: z.enum(CATEGORY_IDS).nullable().meta({ description: 'Null where no step is blamed' }),
  mode: z.enum(MODE_IDS).nullable(),
  owner: z.enum(OWNER_IDS).nullable(),
  score: z.number().nullable().meta({ description: 'Score of the leading step; not a probability' }),
  probability: z.number().nullable().meta({ description: 'Calibrated; null until calibrated' }),
  headline: z.string().meta({ description: 'The verdict in one sentence' }),
  reasons: z.array(reasonSchema).meta({ description: 'What spoke for and against the leading step' }),
  evidence: z.array(diagnosisEvidenceSchema),
  alternatives: z
    .array(alternativeSchema)
    .meta({ description: 'Next best steps, at most 3, the leading one left out' }),
  abstained: z.object({ reason: z.string() }).nullable(),
  causalPath: z
    .array(z.object({ position: z.number().int(), via: z.string() }))
    .meta({ description: 'From the leading step to the symptom' }),
  violations: z
    .array(violationSchema)
    .meta({ description: 'All violations, in step order; near misses when the run succeeded' }),
  fixes: z.array(z.object({ owner: z.enum(OWNER_IDS), text: z.string() })),
  coverage: coverageSchema,
  checks: z.object({
    constraints: z.number().int(),
    violated: z.number().int(),
    undecided: z.number().int(),
    errors: z.number().int(),
  }),
  cost: costSchema,
  judge: z.object({ id: z.string(), version: z.string() }),
  usedReference: z.boolean().meta({ description: 'True where gold answers were read (--reference)' }),
  madeFrom: z.object({ trajectory: z.string(), graph: z.string(), validationLog: z.string(), judgment: z.string() }),
});

export type Diagnosis = z.infer<typeof diagnosisSchema>;
export type Marker = z.infer<typeof markerSchema>;
export type DiagnosisEvidence = z.infer<typeof diagnosisEvidenceSchema>;
