/** A part of a regular expression that is of one piece. */
export interface PatternToken {
  readonly kind: 'escape' | 'class' | 'open' | 'close' | 'alternative' | 'quantifier' | 'flags' | 'other';
  readonly text: string;
}

const OPEN = /\((?:\?(?:P<\w+>|<[=!]|<\w+>|[:=!>]|[a-zA-Z]*(?:-[a-zA-Z]+)?:|P[=>]|\())?/y;
const FLAGS = /\(\?[a-zA-Z]+(?:-[a-zA-Z]+)?\)/y;
const COMMENT = /\(\?#[^)]*\)/y;
const ESCAPE = /\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[\s\S]|$)/y;
const QUANTIFIER = /(?:[*+?]|\{\d*(?:,\d*)?\})[?+]?/y;

const matchAt = (expression: RegExp, text: string, at: number): string | null => {
  expression.lastIndex = at;
  return expression.exec(text)?.[0] ?? null;
};

/** Cuts a pattern in Python's syntax into its parts; comments are left out. */
export function patternTokens(pattern: string): readonly PatternToken[] {
  const tokens: PatternToken[] = [];
  const push = (kind: PatternToken['kind'], text: string): number => {
    tokens.push({ kind, text });
    return text.length;
  };
  for (let at = 0; at < pattern.length; ) {
    const char = pattern[at];
    if (char === '\\') {
      at += push('escape', matchAt(ESCAPE, pattern, at) ?? char);
    } else if (char === '[') {
      at += push('class', pattern.slice(at, endOfClass(pattern, at)));
    } else if (char === '(') {
      const comment = matchAt(COMMENT, pattern, at);
      const flags = matchAt(FLAGS, pattern, at);
      if (comment !== null) at += comment.length;
      else if (flags !== null) at += push('flags', flags);
      else at += push('open', matchAt(OPEN, pattern, at) ?? char);
    } else if (char === ')') {
      at += push('close', char);
    } else if (char === '|') {
      at += push('alternative', char);
    } else {
      const quantifier = matchAt(QUANTIFIER, pattern, at);
      // Braces that hold no count stand for themselves.
      at += quantifier !== null && quantifier !== '{}' ? push('quantifier', quantifier) : push('other', char ?? '');
    }
  }
  return tokens;
}

function endOfClass(pattern: string, start: number): number {
  let at = start + 1;
  if (pattern[at] === '^') at++;
  // A bracket that comes first stands for itself.
  if (pattern[at] === ']') at++;
  while (at < pattern.length && pattern[at] !== ']') at += pattern[at] === '\\' ? 2 : 1;
  return Math.min(pattern.length, at + 1);
}

export const textOf = (tokens: readonly PatternToken[]): string => tokens.map(({ text }) => text).join('');

/** Cuts tokens at the bars that stand outside of brackets. */
export function alternativesOf(tokens: readonly PatternToken[]): readonly (readonly PatternToken[])[] {
  const parts: PatternToken[][] = [[]];
  let depth = 0;
  for (const token of tokens) {
    if (token.kind === 'open') depth++;
    if (token.kind === 'close') depth--;
    if (token.kind === 'alternative' && depth === 0) parts.push([]);
    else parts.at(-1)?.push(token);
  }
  return parts;
}

/** Index of the token that closes the bracket opened at `from`; -1 where none does. */
export function closingOf(tokens: readonly PatternToken[], from: number): number {
  let depth = 0;
  for (let at = from; at < tokens.length; at++) {
    if (tokens[at]?.kind === 'open') depth++;
    if (tokens[at]?.kind === 'close' && --depth === 0) return at;
  }
  return -1;
}
