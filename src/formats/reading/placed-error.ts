import { AppError } from '../../base/errors.ts';
import type { ParseContext } from '../format.ts';

/** The error with its place in words and in details. */
export function placed(error: AppError, context: ParseContext, format: string | null = null): AppError {
  const place = placeInWords(context.recordRef);
  const message = place === '' || error.message.startsWith(place) ? error.message : `${place}: ${error.message}`;
  const details = { ...error.details, uri: context.uri, recordRef: context.recordRef, format };
  return new AppError(error.code, message, { cause: error, details });
}

/** `line:3/0` as a person would say it: `line 3, /0`. */
export function placeInWords(recordRef: string): string {
  const line = /^line:(\d+)(.*)$/s.exec(recordRef);
  if (line === null) return recordRef;
  return line[2] === '' ? `line ${line[1]}` : `line ${line[1]}, ${line[2]}`;
}
