import { z } from 'zod';
import { CATEGORY_IDS } from '../taxonomy/categories.ts';
import { MODE_IDS } from '../taxonomy/modes.ts';
import { jsonValueSchema } from './json-value.ts';
import { positionSchema } from './step-reference.ts';

export const SEVERITIES = ['low', 'medium', 'high'] as const;

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
      agent: z.string().nullable().meta({ description: 'Name of the agent that must act; null = any' }),
      role: z.string().nullable().meta({ description: 'Role the step must have; null = any' }),
      tool: z.string().nullable().meta({ description: 'Tool that must be called; null = any' }),
      content: z.string().nullable().meta({
        description: 'Pattern of a linear-time regular expression engine that the step’s text must match; null = any',
      }),
    })
    .nullable()
    .meta({ description: 'Null = applies everywhere' }),
  check: z
    .discriminatedUnion('language', [
      z.object({ language: z.literal('builtin'), ref: z.string() }),
      z.object({ language: z.literal('json-schema'), schema: jsonValueSchema }),
      z.object({ language: z.literal('javascript'), source: z.string() }),
      z.object({ language: z.literal('python'), source: z.string() }),
      z.object({ language: z.literal('rubric'), criteria: z.array(z.string()) }),
    ])
    .meta({ description: 'How it is checked' }),
});

export type Constraint = z.infer<typeof constraintSchema>;
export type Severity = (typeof SEVERITIES)[number];
