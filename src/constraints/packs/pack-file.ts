import { z } from 'zod';
import { constraintSchema, SEVERITIES } from '../../contracts/constraint.ts';

const { shape } = constraintSchema;
const names = z.union([z.string(), z.array(z.string()).min(1)]);

const guardFileSchema = z
  .strictObject({
    steps: z
      .array(z.strictObject({ from: z.number().int().min(0), to: z.number().int().min(0) }))
      .nullable()
      .default(null),
    agent: names.nullable().default(null),
    role: names.nullable().default(null),
    tool: names.nullable().default(null),
    content: names.nullable().default(null),
  })
  .nullable();

const program = {
  source: z.string().default(''),
  functionName: z.string().nullable().default(null),
};

const checkFileSchema = z.discriminatedUnion('language', [
  z.strictObject({ language: z.literal('javascript'), ...program }),
  z.strictObject({ language: z.literal('python'), ...program }),
  z.strictObject({ language: z.literal('json-schema'), schema: z.json(), result: z.json().default(null) }),
  z.strictObject({ language: z.literal('rubric'), criteria: z.array(z.string()).min(1) }),
]);

/** A constraint as people write it: what is left out has a default. */
const constraintFileSchema = z.strictObject({
  id: z.string().regex(/^[\w.-]{1,120}$/, 'letters, digits, dots, dashes and underscores, at most 120'),
  description: z.string().min(1),
  clause: z.string().nullable().default(null),
  category: shape.category,
  mode: shape.mode.default(null),
  targets: shape.targets,
  severity: z.enum(SEVERITIES).default('medium'),
  type: shape.type.default('ANY'),
  scope: shape.scope.default('global'),
  origin: shape.origin.default('user'),
  appliesTo: shape.appliesTo.default('step'),
  view: shape.view,
  guard: guardFileSchema.default(null),
  check: checkFileSchema,
  examples: z.array(z.strictObject({ note: z.string().default(''), holds: z.boolean(), trace: z.json() })).optional(),
  calibration: shape.calibration,
  imported: z.json().optional(),
});

/** A pack as people write it: `culprit.constraints.json`, or what `definePack` of a module is given. */
export const packFileSchema = z.strictObject({
  $schema: z.string().optional(),
  kind: z.literal('constraint-pack').default('constraint-pack'),
  schemaVersion: z.literal(1).default(1),
  name: z.string().regex(/^[\w.-]{1,80}$/, 'letters, digits, dots, dashes and underscores, at most 80'),
  description: z.string().default(''),
  clauses: z
    .array(z.strictObject({ id: z.string(), heading: z.string().nullable().default(null), text: z.string() }))
    .default([]),
  /** Files, relative to the pack, whose source stands before the checks of a language. */
  library: z
    .strictObject({ javascript: z.string().nullable().default(null), python: z.string().nullable().default(null) })
    .default({ javascript: null, python: null }),
  constraints: z.array(constraintFileSchema),
});

export type PackFile = z.output<typeof packFileSchema>;
export type PackInput = z.input<typeof packFileSchema>;
export type ConstraintFile = PackFile['constraints'][number];
