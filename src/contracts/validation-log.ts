import { z } from 'zod';
import { constraintSchema } from './constraint.ts';
import { evidenceSchema } from './evidence.ts';
import { countSchema, positionSchema } from './step-reference.ts';

export const OUTCOME_STATUSES = ['satisfied', 'violated', 'not-applicable', 'undecided', 'error'] as const;

export const checkOutcomeSchema = z.object({
  constraintId: z.string(),
  status: z
    .enum(OUTCOME_STATUSES)
    .meta({ description: '"Could not tell" is `undecided`, a crash is `error`: neither is ever a pass or a fail' }),
  stepId: z
    .string()
    .nullable()
    .meta({ description: 'Step that is to blame; null for a statement about the whole trajectory' }),
  position: positionSchema.nullable().meta({ description: '0-based position of that step; null as above' }),
  message: z.string().meta({ description: 'What was found, in one sentence' }),
  evidence: z.array(evidenceSchema),
  recoveredPosition: z
    .number()
    .int()
    .nullable()
    .meta({ description: 'For violated: later step that made it good; null = never' }),
  checked: z.number().int().meta({ description: 'How many places this outcome speaks for (1 for a violation)' }),
});

export const validationLogSchema = z.object({
  kind: z.literal('validation-log'),
  schemaVersion: z.literal(1),
  trajectoryId: z.string(),
  madeFrom: z.object({ trajectory: z.string(), graph: z.string() }).meta({ description: 'Content hashes' }),
  constraints: z
    .array(constraintSchema)
    .meta({ description: 'Every constraint that was used, so that a log explains itself' }),
  outcomes: z
    .array(checkOutcomeSchema)
    .meta({ description: 'Violations one by one in step order; the rest one per constraint' }),
  summary: z.object({
    constraints: countSchema('constraints were used'),
    satisfied: countSchema('constraints were satisfied somewhere'),
    violated: countSchema('violations there are'),
    notApplicable: countSchema('constraints found nothing to check'),
    undecided: countSchema('constraints could not tell somewhere'),
    errors: countSchema('constraints crashed or timed out'),
  }),
});

export type CheckOutcome = z.infer<typeof checkOutcomeSchema>;
export type ValidationLog = z.infer<typeof validationLogSchema>;
