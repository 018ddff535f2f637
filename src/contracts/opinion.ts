import { z } from 'zod';
import { CATEGORY_IDS } from '../taxonomy/categories.ts';
import { MODE_IDS } from '../taxonomy/modes.ts';
import { evidenceSchema } from './evidence.ts';
import { positionSchema } from './step-reference.ts';

const placeSchema = (description: string) => positionSchema.nullable().meta({ description });

/** What one reading of a run by a model says, with every step as a position and every quote looked up. */
export const opinionSchema = z.object({
  judge: z.string().meta({ description: 'How the run was read, such as `llm-all-at-once`' }),
  modelId: z.string().meta({ description: 'Name the model was asked for by' }),
  model: z.string().nullable().meta({ description: 'The model that answered, as its provider names it' }),
  sampleIndex: z.number().int().meta({ description: 'Which of several readings this is, from 0' }),
  failure: z
    .string()
    .nullable()
    .meta({ description: 'Why there is no answer, in words; null where there is one. Never read as "no failure"' }),
  firstMistake: placeSchema('Step with the first mistake; null where none is named'),
  critical: placeSchema('First step from which the run never recovers; null where none is named'),
  decisive: placeSchema('Step that best explains the outcome; null where none is named'),
  agent: z.string().nullable().meta({ description: 'Agent that is to blame; null where none is named' }),
  category: z.enum(CATEGORY_IDS).nullable().meta({ description: 'Null where none of the taxonomy is named' }),
  mode: z.enum(MODE_IDS).nullable().meta({ description: 'Null where none of the taxonomy is named' }),
  confidence: z.number().nullable().meta({ description: 'As the model states it, 0 to 1; not calibrated' }),
  alternatives: z
    .array(
      z.object({
        position: positionSchema,
        category: z.enum(CATEGORY_IDS).nullable().meta({ description: 'Null where none is named' }),
        why: z.string(),
      }),
    )
    .meta({ description: 'Next likely steps, likeliest first' }),
  evidence: z
    .array(
      z.object({
        position: placeSchema('Step that is cited; null where there is no such step'),
        quote: z.string().meta({ description: 'As the model gave it' }),
        found: evidenceSchema.nullable().meta({ description: 'Where it stands in that step; null where it does not' }),
      }),
    )
    .meta({ description: 'What the model cites' }),
  rationale: z.string(),
  correction: z.string().meta({ description: 'What would have to change, as the model says it' }),
  problems: z
    .array(z.string())
    .meta({ description: 'What of the answer could not be used, and what the prompt left out' }),
});

export type Opinion = z.infer<typeof opinionSchema>;
