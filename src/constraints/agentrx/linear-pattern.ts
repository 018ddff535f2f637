import { alternativesOf, closingOf, type PatternToken, patternTokens, textOf } from './pattern-tokens.ts';

/** What a pattern of Python becomes for an engine that takes linear time. */
export interface LinearPattern {
  /** Patterns that all must be found in a text for the one of Python to be found in it. */
  readonly patterns: readonly string[];
  /** Whether looking ahead or behind was put in other words. */
  readonly rewritten: boolean;
}

/**
 * Puts a pattern for Python's `re.search` (with DOTALL) into the syntax of RE2. Looking ahead and behind is rewritten where
 * the answer, found or not found, stays the same for every text; elsewhere it is left, for the compiler to refuse.
 */
export function toLinearPattern(pattern: string): LinearPattern {
  const tokens = patternTokens(pattern);
  const plain = (part: readonly PatternToken[]): string => spelt(part, /\(\?[a-z]*m/.test(pattern));
  const all = conjunction(tokens);
  if (all !== null) return { patterns: all.map(plain), rewritten: true };
  let rewritten = false;
  const alternatives = alternativesOf(tokens).map((one) => {
    const consuming = atEdges(one);
    rewritten ||= consuming !== one;
    return consuming;
  });
  const joined = alternatives.flatMap((one, at): readonly PatternToken[] => (at === 0 ? one : [BAR, ...one]));
  return { patterns: [plain(joined)], rewritten };
}

const BAR: PatternToken = { kind: 'alternative', text: '|' };
const LOOKS = new Set(['(?=', '(?!', '(?<=', '(?<!']);
const isLook = ({ kind, text }: PatternToken): boolean => kind === 'open' && LOOKS.has(text);
const ANYTHING = /^(?:\.[*]\??)?(?:\$|\\Z)?$/;

/** `(?=.*A)(?=.*B)` and nothing after it asks for A and for B, wherever they stand. */
function conjunction(tokens: readonly PatternToken[]): readonly (readonly PatternToken[])[] | null {
  let at = 0;
  const flags: PatternToken[] = [];
  for (; tokens[at]?.kind === 'flags'; at++) flags.push(...tokens.slice(at, at + 1));
  if (tokens[at]?.text === '^' || tokens[at]?.text === '\\A') at++;
  const parts: (readonly PatternToken[])[] = [];
  while (tokens[at]?.text === '(?=') {
    const end = closingOf(tokens, at);
    const body = tokens.slice(at + 1, end);
    if (end === -1 || !/^\*\??$/.test(body[1]?.text ?? '') || body[0]?.text !== '.') return null;
    if (alternativesOf(body).length > 1 || body.some(isLook)) return null;
    parts.push([...flags, ...body.slice(2)]);
    at = end + 1;
  }
  return parts.length > 0 && ANYTHING.test(textOf(tokens.slice(at))) ? parts : null;
}

/**
 * Whether a match exists stays the same when what is looked at before or after it is taken into it. What must not stand
 * there can be taken in where it is one character.
 */
function atEdges(tokens: readonly PatternToken[]): readonly PatternToken[] {
  let inner = tokens;
  const flags = inner.findIndex(({ kind }) => kind !== 'flags');
  const lead = inner.slice(0, Math.max(0, flags));
  inner = inner.slice(lead.length);
  let before: readonly PatternToken[] = [];
  const opening = inner[0]?.text;
  if (opening === '(?<=' || opening === '(?<!') {
    const end = closingOf(inner, 0);
    const body = inner.slice(1, end);
    const taken = end === -1 ? null : opening === '(?<=' ? grouped(body) : grouped(withoutOne(body, '\\A'));
    if (taken !== null && inner[end + 1]?.kind !== 'quantifier') {
      before = taken;
      inner = inner.slice(end + 1);
    }
  }
  let after: readonly PatternToken[] = [];
  const start = inner.findLastIndex(isLook);
  const last = inner[start]?.text;
  if ((last === '(?=' || last === '(?!') && closingOf(inner, start) === inner.length - 1) {
    const body = inner.slice(start + 1, -1);
    const taken = last === '(?=' ? grouped(body) : grouped(withoutOne(body, '\\z'));
    if (taken !== null && depthAt(inner, start) === 0) {
      after = taken;
      inner = inner.slice(0, start);
    }
  }
  return before.length + after.length === 0 ? tokens : [...lead, ...before, ...inner, ...after];
}

function depthAt(tokens: readonly PatternToken[], at: number): number {
  let depth = 0;
  for (const { kind } of tokens.slice(0, at)) depth += kind === 'open' ? 1 : kind === 'close' ? -1 : 0;
  return depth;
}

const grouped = (body: readonly PatternToken[] | null): readonly PatternToken[] | null =>
  body === null ? null : [{ kind: 'open', text: '(?:' }, ...body, { kind: 'close', text: ')' }];

/** Tokens for "the text ends here, or another character than this stands here"; null where `body` is not one character. */
function withoutOne(body: readonly PatternToken[], edge: string): readonly PatternToken[] | null {
  const [only] = body;
  if (only === undefined || body.length !== 1) return null;
  const negated = negatedOf(only);
  return negated === null ? null : [{ kind: 'escape', text: edge }, BAR, { kind: 'class', text: negated }];
}

function negatedOf({ kind, text }: PatternToken): string | null {
  if (kind === 'class') return text.startsWith('[^') ? `[${text.slice(2)}` : `[^${text.slice(1)}`;
  if (kind === 'escape') return /^\\(?:[dwsDWS]|[^A-Za-z0-9]|[nrtfv])$/.test(text) ? `[^${text}]` : null;
  return kind === 'other' && !'.^$'.includes(text) ? `[^${text === '\\' || text === ']' ? `\\${text}` : text}]` : null;
}

/** The tokens in the syntax of RE2. */
function spelt(tokens: readonly PatternToken[], multiline: boolean): string {
  return tokens
    .map(({ kind, text }, at) => {
      if (kind === 'escape' && text === '\\Z') return '\\z';
      if (kind === 'escape' && /^\\[uU]/.test(text) && text.length > 2) return `\\x{${text.slice(2)}}`;
      if (kind === 'quantifier' && text.startsWith('{,')) return `{0${text.slice(1)}`;
      // In Python the end is also before a line break that ends the text.
      const last = tokens.slice(at + 1).every((token) => token.kind === 'close' || token.kind === 'alternative');
      return kind === 'other' && text === '$' && !multiline && (last || tokens[at + 1]?.kind === 'alternative')
        ? '(?:\\n?\\z)'
        : text;
    })
    .join('');
}
