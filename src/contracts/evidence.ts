import { z } from 'zod';

/** A place in the trajectory and the words that stand there: `event.text.slice(start, end) === quote`. */
export const evidenceSchema = z.object({
  stepId: z.string(),
  position: z.number().int(),
  eventId: z.string().meta({ description: 'The event whose `text` is quoted' }),
  start: z.number().int().meta({ description: 'Offset into the event’s text, UTF-16 code units' }),
  end: z.number().int(),
  quote: z.string().meta({ description: 'Word for word' }),
  note: z.string().meta({ description: 'What the quote shows, in a few words' }),
});

export type Evidence = z.infer<typeof evidenceSchema>;
