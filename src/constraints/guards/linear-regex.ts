import { RE2JS, RE2JSException } from 're2js';
import { err, ok, type Result } from '../../base/result.ts';

/** Longest pattern that is compiled, in characters. */
export const MAX_PATTERN_CHARS = 1_000;
/** Largest compiled pattern, in instructions: a repeat count multiplies what it repeats. */
export const MAX_PROGRAM_SIZE = 600;
/** How much of a text is searched: the time is at most about this times the size of the program. */
export const MAX_TEXT_CHARS = 100_000;

export interface LinearRegexOptions {
  readonly ignoreCase?: boolean;
  /** Whether `.` matches the end of a line too. */
  readonly dotAll?: boolean;
}

/** A pattern whose search takes time linear in the text, whatever the pattern. */
export interface LinearRegex {
  readonly pattern: string;
  /** Whether the text holds a match; null where it is longer than what is searched and that part holds none. */
  test(text: string): boolean | null;
}

/**
 * Compiles a pattern in the syntax of RE2: that of JavaScript and Python without what cannot be matched in linear time.
 * The error says what is wrong with it, in words for who wrote it.
 */
export function compileLinearRegex(pattern: string, options: LinearRegexOptions = {}): Result<LinearRegex, string> {
  if (pattern.length > MAX_PATTERN_CHARS) {
    return err(`the pattern has ${pattern.length} characters, more than ${MAX_PATTERN_CHARS}`);
  }
  const unsupported = unsupportedPart(pattern);
  if (unsupported !== null) return err(`${unsupported} is not supported: it cannot be matched in linear time`);
  let compiled: RE2JS;
  try {
    compiled = RE2JS.compile(pattern, flagsOf(options));
  } catch (error) {
    // What is not the pattern's fault is ours, and not to be taken for it.
    if (!(error instanceof RE2JSException)) throw error;
    return err(error.message.replace(/^error parsing regexp: /, ''));
  }
  const size = compiled.programSize();
  if (size > MAX_PROGRAM_SIZE) {
    return err(`the pattern takes ${size} instructions, more than ${MAX_PROGRAM_SIZE}: lower its repeat counts`);
  }
  return ok({
    pattern,
    test: (text) => {
      const found = compiled.test(text.length > MAX_TEXT_CHARS ? text.slice(0, MAX_TEXT_CHARS) : text);
      return found || text.length <= MAX_TEXT_CHARS ? found : null;
    },
  });
}

const flagsOf = ({ ignoreCase = false, dotAll = false }: LinearRegexOptions): number =>
  (ignoreCase ? RE2JS.CASE_INSENSITIVE : 0) | (dotAll ? RE2JS.DOTALL : 0);

/** What people use elsewhere and would look for in vain here; null where there is none of it. */
function unsupportedPart(pattern: string): string | null {
  let inClass = false;
  for (let index = 0; index < pattern.length; index++) {
    const char = pattern[index];
    if (char === '\\') {
      const next = pattern[index + 1] ?? '';
      if (next === 'Q') return null;
      if (!inClass && (/[1-9]/.test(next) || pattern.startsWith('\\k<', index))) return `a backreference (\\${next})`;
      index++;
    } else if (inClass) {
      inClass = char !== ']';
    } else if (char === '[') {
      inClass = true;
      // A bracket that comes first stands for itself.
      if (pattern[index + 1] === '^') index++;
      if (pattern[index + 1] === ']') index++;
    } else if (char === '(') {
      const opening = /^\(\?(?:<?[=!]|>|P=|\()/.exec(pattern.slice(index, index + 4))?.[0];
      if (opening !== undefined) return OPENINGS[opening] ?? opening;
    }
  }
  return null;
}

const OPENINGS: Readonly<Record<string, string>> = {
  '(?=': 'a lookahead (?=…)',
  '(?!': 'a lookahead (?!…)',
  '(?<=': 'a lookbehind (?<=…)',
  '(?<!': 'a lookbehind (?<!…)',
  '(?>': 'an atomic group (?>…)',
  '(?P=': 'a backreference (?P=…)',
  '(?(': 'a conditional (?(…)…)',
};
