import { z } from 'zod';
import { endSchema, positionSchema, startSchema, stepIdSchema } from './step-reference.ts';

/** A place in the trajectory and the words that stand there: `event.text.slice(start, end) === quote`. */
export const evidenceSchema = z.object({
  stepId: stepIdSchema,
  position: positionSchema,
  eventId: z.string().meta({ description: 'The event whose `text` is quoted' }),
  start: startSchema,
  end: endSchema,
  quote: z.string().meta({ description: 'Word for word' }),
  note: z.string().meta({ description: 'What the quote shows, in a few words' }),
});

export type Evidence = z.infer<typeof evidenceSchema>;
