import { z } from 'zod';
import { CATEGORY_IDS } from '../taxonomy/categories.ts';
import { MODE_IDS } from '../taxonomy/modes.ts';
import { OWNER_IDS } from '../taxonomy/owners.ts';
import { evidenceSchema } from './evidence.ts';
import { MARKER_MEANING, MARKERS, type MarkerName, reasonSchema } from './judgment.ts';
import { countSchema, nativeIndexSchema, positionSchema, rawRefSchema, stepIdSchema } from './step-reference.ts';
import { coverageSchema } from './trajectory.ts';

export const markerSchema = z.object({
  stepId: stepIdSchema,
  position: positionSchema,
  nativeIndex: nativeIndexSchema,
  rawRef: rawRefSchema,
  agent: z.string(),
  reason: z.string().meta({ description: 'Why this step carries this marker' }),
});

export const diagnosisEvidenceSchema = evidenceSchema.extend({
  constraintId: z
    .string()
    .nullable()
    .meta({ description: 'Constraint whose violation it shows; null where a judge cites it' }),
  verified: z.boolean().meta({ description: 'The quote was found word for word where it is cited' }),
});

export const violationSchema = z.object({
  constraintId: z.string(),
  position: positionSchema
    .nullable()
    .meta({ description: '0-based position of the step; null for the whole trajectory' }),
  message: z.string(),
  recoveredPosition: positionSchema.nullable().meta({ description: 'Later step that made it good; null = never' }),
  clause: z
    .string()
    .nullable()
    .optional()
    .meta({ description: 'Policy clause of its constraint; null or absent where it has none' }),
});

const constraintOutcomeSchema = z.object({
  constraintId: z.string(),
  clause: z.string().nullable().meta({ description: 'Policy clause it comes from; null where it comes from none' }),
  satisfied: countSchema('places it was satisfied at'),
  violated: countSchema('places it was violated at'),
  undecided: countSchema('places at which it could not tell'),
  errors: countSchema('times it crashed or timed out'),
  message: z.string().nullable().meta({
    description: 'First violation, else first error, else why it could not tell; null where it was satisfied',
  }),
});

export const alternativeSchema = z.object({
  stepId: stepIdSchema,
  position: positionSchema,
  nativeIndex: nativeIndexSchema,
  rawRef: rawRefSchema,
  agent: z.string(),
  category: z.enum(CATEGORY_IDS),
  score: z.number().meta({ description: 'Comparable within one trajectory only; not a probability' }),
  reasons: z.array(reasonSchema),
});

const readingsSchema = z.object({
  models: z.array(z.string()).meta({ description: 'Names the models were asked for by' }),
  asked: countSchema('readings were asked for'),
  answered: countSchema('of them were answered'),
  agreeing: countSchema('of the answered ones name the leading step'),
  positions: z
    .array(positionSchema)
    .meta({ description: 'Steps that the answered ones name, each once, in the order of the readings' }),
  quotes: z.object({
    given: countSchema('quotes the answered ones give'),
    found: countSchema('of them stand where they are cited'),
  }),
  rationale: z.string().nullable().meta({ description: 'Of the first reading that names the leading step' }),
  correction: z.string().nullable().meta({ description: 'What it says would have to change' }),
});

/** How a step that another policy names stands to the one that the leading marker names. */
export const SELECTION_RELATIONS = ['recovered', 'same-cause', 'independent'] as const;

export const selectionSchema = z.object({
  marker: z.enum(MARKERS),
  position: positionSchema,
  differsFrom: z.enum(MARKERS).meta({ description: 'The marker that is taken instead' }),
  relation: z.enum(SELECTION_RELATIONS).meta({
    description:
      '`recovered`: what failed there was made good; `same-cause`: one of the two steps comes of the other; `independent`: neither does',
  }),
  why: z.string().meta({ description: 'Why the two markers name different steps, in words' }),
});

export const costSchema = z.object({
  modelCalls: countSchema('calls of a language model were made'),
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
  source: z.object({
    uri: z.string().nullable().meta({ description: 'File or URL; null when given as text' }),
    format: z.string(),
    recordRef: z.string(),
  }),
  outcome: z.enum(['succeeded', 'failed', 'unknown']),
  outcomeReason: z.string(),
  stepCount: countSchema('steps the trajectory has'),
  target: z.enum(MARKERS).meta({ description: 'The marker that leads' }),
  markers: z.object(
    Object.fromEntries(
      MARKERS.map((name) => [name, markerSchema.nullable().meta({ description: MARKER_MEANING[name] })]),
    ) as Record<MarkerName, z.ZodNullable<typeof markerSchema>>,
  ),
  category: z.enum(CATEGORY_IDS).nullable().meta({ description: 'Null where no step is blamed' }),
  mode: z.enum(MODE_IDS).nullable().meta({ description: 'Null where no mode fits' }),
  owner: z.enum(OWNER_IDS).nullable().meta({ description: 'Who can fix it; null where that is open' }),
  score: z.number().nullable().meta({ description: 'Score of the leading step; not a probability' }),
  probability: z.number().nullable().meta({ description: 'Calibrated; null until calibrated' }),
  headline: z.string().meta({ description: 'The verdict in one sentence' }),
  reasons: z.array(reasonSchema).meta({ description: 'What spoke for and against the leading step' }),
  evidence: z.array(diagnosisEvidenceSchema),
  alternatives: z
    .array(alternativeSchema)
    .meta({ description: 'Next best steps, at most 3, the leading one left out' }),
  abstained: z
    .object({ reason: z.string() })
    .nullable()
    .meta({ description: 'Why no step is singled out; null where one is' }),
  causalPath: z
    .array(
      z.object({
        position: positionSchema,
        via: z.string().meta({ description: 'What led there: a value, or a kind of link' }),
      }),
    )
    .meta({ description: 'From the leading step to the symptom' }),
  blastRadius: z
    .object({
      laterViolations: countSchema('violations there are after the leading step'),
      ofIt: countSchema('of them come of it, along the graph'),
    })
    .nullable()
    .optional()
    .meta({ description: 'What mending the leading step would clear; null where nothing is violated after it' }),
  selection: z.array(selectionSchema).optional().meta({
    description: 'Why first anomaly, critical and decisive step differ where they do; absent where they agree',
  }),
  violations: z
    .array(violationSchema)
    .meta({ description: 'All violations, in step order; near misses when the run succeeded' }),
  fixes: z.array(z.object({ owner: z.enum(OWNER_IDS), text: z.string() })),
  coverage: coverageSchema,
  checks: z.object({
    constraints: countSchema('constraints were used'),
    applied: countSchema('of them found something to check').optional(),
    violated: countSchema('violations there are'),
    undecided: countSchema('constraints could not tell somewhere'),
    errors: countSchema('constraints crashed or timed out'),
    given: z
      .object({
        constraints: countSchema('constraints of packs, tools or models were used'),
        ran: countSchema('of them came to a verdict somewhere'),
        violated: countSchema('violations of them there are'),
        errors: countSchema('of their checks crashed, timed out or gave no answer'),
        undecided: countSchema('of them could not tell somewhere').optional(),
        outcomes: z
          .array(constraintOutcomeSchema)
          .optional()
          .meta({ description: 'One for each that applied somewhere' }),
      })
      .nullable()
      .optional()
      .meta({ description: 'The constraints that are no built-in rules; null where there are none' }),
  }),
  readings: readingsSchema
    .nullable()
    .optional()
    .meta({ description: 'What models that read the run say; null or absent where none was asked' }),
  notes: z
    .array(z.string())
    .optional()
    .meta({ description: 'What was left out, not answered or cut short, in words; absent where nothing was' }),
  cost: costSchema,
  judge: z.object({ id: z.string(), version: z.string() }),
  usedReference: z.boolean().meta({ description: 'True where gold answers were read (--reference)' }),
  madeFrom: z.object({ trajectory: z.string(), graph: z.string(), validationLog: z.string(), judgment: z.string() }),
});

export type Diagnosis = z.infer<typeof diagnosisSchema>;
export type Readings = z.infer<typeof readingsSchema>;
export type GivenChecks = NonNullable<z.infer<typeof diagnosisSchema>['checks']['given']>;
export type Marker = z.infer<typeof markerSchema>;
export type DiagnosisEvidence = z.infer<typeof diagnosisEvidenceSchema>;
