import { z } from 'zod';

/** As the command line and the environment write it. */
export const yesOrNo = z.union(
  [
    z.boolean(),
    z.enum(['true', '1', 'yes', 'on']).transform(() => true),
    z.enum(['false', '0', 'no', 'off', '']).transform(() => false),
  ],
  'true or false',
);

export const wholeNumber = (least: number, most: number) =>
  z.number('a whole number').int('a whole number').min(least, `at least ${least}`).max(most, `at most ${most}`);

export const count = (least: number, most: number) =>
  z.union([z.number(), z.string().regex(/^\d+$/).transform(Number)], 'a whole number').pipe(wholeNumber(least, most));

export const orAuto = <T extends z.ZodType>(schema: T) =>
  z.union([z.literal('auto'), schema], 'a whole number, or auto');

export const oneOf = <const T extends readonly string[]>(words: T) => z.enum(words, `one of ${words.join(', ')}`);

/** As a file writes it. */
export const yesOrNoInFile = z.boolean('true or false, without quotes');
