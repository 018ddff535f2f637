import { z } from 'zod';
import { CATEGORY_IDS } from '../taxonomy/categories.ts';
import { MODE_IDS } from '../taxonomy/modes.ts';
import { jsonValueSchema } from './json-value.ts';
import { countSchema, positionSchema } from './step-reference.ts';

export const SEVERITIES = ['low', 'medium', 'high'] as const;

/** What a violation adds to the score of its step where nobody has calibrated the constraint: a guess, in nats. */
export const UNCALIBRATED_WEIGHTS = { low: 0.3, medium: 0.7, high: 1.2 } as const satisfies Record<
  (typeof SEVERITIES)[number],
  number
>;

const programFields = {
  source: z.string().meta({ description: 'The program; what it must look like is in docs/reference/checks.md' }),
  functionName: z.string().nullable().optional().meta({
    description: 'Function of the source, or of the library, to call; null or absent = the one called `check`',
  }),
  library: z.string().nullable().optional().meta({
    description: 'Name of the pack whose library stands before the source; null or absent = none',
  }),
};

const oneOrMore = (description: string) =>
  z
    .union([z.string(), z.array(z.string()).min(1)])
    .nullable()
    .meta({ description });

/** What a constraint did on runs whose outcome is known. */
const calibrationSchema = z.object({
  passing: z.object({
    runs: countSchema('passing runs it could be checked on'),
    fired: countSchema('passing runs it was violated in, and nothing made it good'),
  }),
  failing: z
    .object({
      runs: countSchema('failed runs it could be checked on'),
      fired: countSchema('failed runs it was violated in, and nothing made it good'),
    })
    .nullable()
    .meta({ description: 'Null where no failed runs were given' }),
  precision: z
    .object({
      value: z.number().meta({ description: 'Share of the runs it was violated in that had failed, 0 to 1' }),
      low: z.number().meta({ description: 'Lower end of the 95 % interval (Wilson)' }),
      high: z.number().meta({ description: 'Upper end of the 95 % interval (Wilson)' }),
    })
    .nullable()
    .meta({ description: 'Null where it was violated in no run, or no failed runs were given' }),
  weight: z.number().meta({
    description:
      'What its violation adds to the score of the step, in nats; 0 = pruned: it stays in the pack and is not run',
  }),
});

/** One thing that must hold: when it applies (guard) and what is checked. Superset of AgentRx, appendix E.1. */
export const constraintSchema = z.object({
  kind: z.literal('constraint'),
  schemaVersion: z.literal(1),
  id: z.string().meta({ description: 'Kebab-case; says what must hold' }),
  description: z.string(),
  scope: z.enum(['global', 'dynamic']),
  checkedBy: z.enum(['programmatic', 'semantic']),
  appliesTo: z.enum(['trajectory', 'step']),
  origin: z.enum(['rule', 'tool-schema', 'policy-clause', 'model', 'import', 'user']),
  type: z.enum(['SCHEMA', 'PROTOCOL', 'RELATIONAL_POST', 'PROVENANCE', 'TEMPORAL', 'CAPABILITY', 'ANY']),
  category: z.enum(CATEGORY_IDS).meta({ description: 'Category that a violation points to' }),
  mode: z.enum(MODE_IDS).nullable().meta({ description: 'Mode that a violation points to; null where none fits' }),
  severity: z.enum(SEVERITIES),
  clause: z.string().nullable().meta({ description: 'Policy clause it comes from; null where it comes from none' }),
  guard: z
    .object({
      steps: z
        .array(z.object({ from: positionSchema, to: positionSchema }))
        .nullable()
        .meta({ description: 'Steps it applies to, both ends counted; null = all' }),
      agent: oneOrMore('Name of the agent that must act, or several; null = any'),
      role: oneOrMore('Role the step must have, or several; null = any'),
      tool: oneOrMore('Tool that must be called, or several; null = any'),
      content: oneOrMore(
        'Pattern of a linear-time regular expression engine that the step’s text must match, or several that all must; null = any',
      ),
    })
    .nullable()
    .meta({ description: 'Null = applies everywhere' }),
  check: z
    .discriminatedUnion('language', [
      z.object({ language: z.literal('builtin'), ref: z.string() }),
      z.object({
        language: z.literal('json-schema'),
        schema: jsonValueSchema.meta({ description: 'What the arguments of a call must fit; null = anything' }),
        result: jsonValueSchema.optional().meta({ description: 'What its result must fit; absent or null = anything' }),
      }),
      z.object({ language: z.literal('javascript'), ...programFields }),
      z.object({ language: z.literal('python'), ...programFields }),
      z.object({ language: z.literal('rubric'), criteria: z.array(z.string()) }),
    ])
    .meta({ description: 'How it is checked' }),
  targets: z.array(z.enum(CATEGORY_IDS)).optional().meta({
    description: 'Every category that a violation may point to; absent = `category` alone',
  }),
  view: z.enum(['culprit', 'agentrx-ir']).optional().meta({
    description: 'Shape in which guard and check see the trajectory; absent = culprit',
  }),
  examples: z
    .array(
      z.object({
        note: z.string(),
        holds: z.boolean().meta({ description: 'Whether the constraint holds there' }),
        trace: jsonValueSchema.meta({ description: 'A trace in any format that is read' }),
      }),
    )
    .optional()
    .meta({ description: 'Small traces on which the constraint has to hold, and to be violated' }),
  calibration: calibrationSchema
    .nullable()
    .optional()
    .meta({ description: 'What it did on runs whose outcome is known; null or absent = not calibrated' }),
  imported: jsonValueSchema.optional().meta({ description: 'The record it was imported from, whole, for export' }),
});

export type Constraint = z.infer<typeof constraintSchema>;
export type Severity = (typeof SEVERITIES)[number];
export type Guard = NonNullable<Constraint['guard']>;
export type Calibration = z.infer<typeof calibrationSchema>;
