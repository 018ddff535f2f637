import { z } from 'zod';
import { CATEGORY_IDS } from '../taxonomy/categories.ts';

/** Kinds of failure of a user's own, each placed beside one of ours so that figures stay comparable. */
export const taxonomySchema = z.object({
  kind: z.literal('taxonomy'),
  schemaVersion: z.literal(1),
  id: z.string().meta({ description: 'Kebab-case' }),
  title: z.string(),
  categories: z.array(
    z.object({
      id: z.string().meta({ description: 'Kebab-case, unique within the taxonomy' }),
      title: z.string(),
      description: z.string().meta({ description: 'What the agent does when it fails in this way' }),
      checklist: z.array(z.string()).meta({
        description: 'Questions that are answered with yes or no and tell this kind from the others',
      }),
      mapsTo: z.enum(CATEGORY_IDS).meta({ description: 'Our category that it comes nearest to' }),
    }),
  ),
});

export type Taxonomy = z.infer<typeof taxonomySchema>;
