import { z } from 'zod';

/** How artifacts name a step, and a place in a text: the same words in each of them. */
export const stepIdSchema = z.string().meta({ description: 'Id of the step within its trajectory' });
export const positionSchema = z.number().int().meta({ description: '0-based position of the step' });
export const nativeIndexSchema = z
  .number()
  .int()
  .nullable()
  .meta({ description: 'The number the source or its labels use for this step; null where they use none' });
export const rawRefSchema = z
  .string()
  .meta({ description: 'Where the step starts in the trajectory’s own record: JSON pointer, or `line:N`' });
export const startSchema = z
  .number()
  .int()
  .meta({ description: 'Offset of the first character in the event’s `text`, in UTF-16 code units' });
export const endSchema = z
  .number()
  .int()
  .meta({ description: 'Offset after the last character in the event’s `text`, in UTF-16 code units' });

/** A number of things. */
export const countSchema = (what: string) =>
  z
    .number()
    .int()
    .meta({ description: `How many ${what}` });
