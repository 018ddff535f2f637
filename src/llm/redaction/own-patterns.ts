import { RE2JS, RE2JSException } from 're2js';
import { AppError } from '../../base/errors.ts';
import type { SecretKind } from './secret-patterns.ts';

/** Something of one's own that must not leave. */
export interface OwnPattern {
  /** Stands in the placeholder: capitals, digits and `_`, beginning with a capital. */
  readonly name: string;
  /** In the syntax of RE2; all of what it matches is masked. */
  readonly pattern: string;
}

/** Largest compiled pattern, in instructions: the time of a search is about this times the length of the text. */
const MAX_PROGRAM_SIZE = 600;
const NAME = /^[A-Z][A-Z0-9_]{0,39}$/;

/**
 * Patterns of one's own, searched for in time linear in the text.
 * @throws AppError CONFIG_INVALID
 */
export const ownKind = ({ name, pattern }: OwnPattern): SecretKind => {
  if (!NAME.test(name))
    throw new AppError('CONFIG_INVALID', `"${name}" cannot name what is masked: use capitals and _`);
  let compiled: RE2JS;
  try {
    compiled = RE2JS.compile(pattern);
  } catch (cause) {
    if (!(cause instanceof RE2JSException)) throw cause;
    throw new AppError('CONFIG_INVALID', `the pattern of ${name} cannot be read: ${cause.message}`, { cause });
  }
  if (compiled.programSize() > MAX_PROGRAM_SIZE) {
    throw new AppError('CONFIG_INVALID', `the pattern of ${name} is too large: lower its repeat counts`);
  }
  return {
    kind: name,
    *find(text) {
      const matcher = compiled.matcher(text);
      while (matcher.find()) if (matcher.end() > matcher.start()) yield [matcher.start(), matcher.end()];
    },
  };
};
