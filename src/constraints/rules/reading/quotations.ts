import { MAX_READ } from './spans.ts';

export interface Quotation {
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

const QUOTED = /"([^"\n]{24,400})"|“([^”\n]{24,400})”/g;
const MIN_WORDS = 6;
const MAX_QUOTATIONS = 40;
const WORD = /[\p{L}\p{N}']+/gu;

/** Quotations of six words or more in a text. */
export function quotationsIn(text: string): Quotation[] {
  return [...text.slice(0, MAX_READ).matchAll(QUOTED)].slice(0, MAX_QUOTATIONS).flatMap((match) => {
    const value = match[1] ?? match[2] ?? '';
    const start = match.index + 1;
    const words = value.match(WORD) ?? [];
    return words.length < MIN_WORDS || /[{}[\]\\=]/.test(value) ? [] : [{ value, start, end: start + value.length }];
  });
}

/**
 * The place in a text that a quotation is almost, but not, word for word: it starts or ends with the same three words,
 * and at most one word in six differs. Null where it stands there as it is, or nothing is like it. `lower` is the text
 * in lower case, which callers with many quotations make once.
 */
export function findMisquote(
  quotation: string,
  text: string,
  lower = text.toLowerCase(),
): { readonly start: number; readonly end: number } | null {
  const wanted = [...quotation.matchAll(WORD)].map((match) => match[0].toLowerCase());
  const size = wanted.length;
  // Cheap look first: most texts hold neither end of the quotation.
  if (!lower.includes(wanted.slice(0, 3).join(' ')) && !lower.includes(wanted.slice(-3).join(' '))) return null;
  const found = [...text.matchAll(WORD)];
  const words = found.map((match) => match[0].toLowerCase());
  let best: { at: number; differing: number } | null = null;
  for (let at = 0; at + size <= words.length; at++) {
    const head = words[at] === wanted[0] && words[at + 1] === wanted[1] && words[at + 2] === wanted[2];
    const tail =
      words[at + size - 1] === wanted[size - 1] &&
      words[at + size - 2] === wanted[size - 2] &&
      words[at + size - 3] === wanted[size - 3];
    if (!head && !tail) continue;
    const differing = wanted.filter((word, offset) => words[at + offset] !== word).length;
    if (differing === 0) return null;
    if (differing <= Math.floor(size / 6) && (best === null || differing < best.differing)) best = { at, differing };
  }
  const first = best === null ? undefined : found[best.at];
  const last = best === null ? undefined : found[best.at + size - 1];
  return first === undefined || last === undefined ? null : { start: first.index, end: last.index + last[0].length };
}
