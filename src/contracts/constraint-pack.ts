import { z } from 'zod';
import { constraintSchema } from './constraint.ts';

/** Constraints for one domain, each mapped to the clause of a policy that it comes from. */
export const constraintPackSchema = z.object({
  kind: z.literal('constraint-pack'),
  schemaVersion: z.literal(1),
  name: z.string(),
  description: z.string(),
  clauses: z
    .array(
      z.object({
        id: z.string().meta({ description: 'Number in the document, such as 2.3' }),
        heading: z.string().nullable().meta({ description: 'Heading it stands under; null where there is none' }),
        text: z.string(),
      }),
    )
    .meta({ description: 'The policy, clause by clause; empty where the pack has none' }),
  libraries: z
    .object({
      javascript: z
        .string()
        .nullable()
        .meta({ description: 'Source that stands before each JavaScript check; null = none' }),
      python: z.string().nullable().meta({ description: 'Source that stands before each Python check; null = none' }),
    })
    .meta({ description: 'What the checks share' }),
  constraints: z.array(constraintSchema),
});

export type ConstraintPack = z.infer<typeof constraintPackSchema>;
export type PolicyClause = ConstraintPack['clauses'][number];
