import { characterWidth, displayWidth } from './display-width.ts';

export type SpanStyle = 'plain' | 'strong' | 'dim' | 'bad' | 'good' | 'warn' | 'place' | 'quote';

/** A run of text in one style. */
export interface Span {
  readonly text: string;
  readonly style: SpanStyle;
}

export const span = (text: string, style: SpanStyle = 'plain'): Span => ({ text, style });

/** A word may change its style in the middle: `step 7` and a colon. */
type Word = readonly Span[];

/**
 * Breaks spans into lines of at most `width` columns, between words where it can, within a word where it must.
 * White space is folded; a no-break space holds its words together.
 */
export function wrapSpans(spans: readonly Span[], width: number): Span[][] {
  const limit = Math.max(1, width);
  const lines: Span[][] = [];
  let line: Span[] = [];
  let used = 0;
  const flush = () => {
    if (line.length > 0) lines.push(line);
    line = [];
    used = 0;
  };
  for (const word of wordsOf(spans)) {
    const size = word.reduce((sum, part) => sum + displayWidth(part.text), 0);
    if (used > 0 && used + 1 + size <= limit) {
      const style = line.at(-1)?.style === word[0]?.style ? (word[0]?.style ?? 'plain') : 'plain';
      line.push(span(' ', style), ...word);
      used += 1 + size;
      continue;
    }
    flush();
    for (const part of size <= limit ? word : splitWord(word)) {
      const partWidth = displayWidth(part.text);
      if (used + partWidth > limit) flush();
      line.push(part);
      used += partWidth;
    }
  }
  flush();
  return lines.map(joinStyles);
}

function wordsOf(spans: readonly Span[]): Word[] {
  const words: Span[][] = [];
  let open = false;
  for (const { text, style } of spans) {
    for (const piece of text.split(/([^\S\u00a0]+)/)) {
      if (piece === '') continue;
      if (/^[^\S\u00a0]/.test(piece)) open = false;
      else {
        if (open) words.at(-1)?.push(span(piece, style));
        else words.push([span(piece, style)]);
        open = true;
      }
    }
  }
  return words;
}

/** Single characters, each with the marks that sit on it. */
function splitWord(word: Word): Span[] {
  const parts: Span[] = [];
  for (const { text, style } of word) {
    for (const character of text) {
      const last = parts.at(-1);
      if (last !== undefined && characterWidth(character) === 0) {
        parts[parts.length - 1] = span(last.text + character, last.style);
      } else parts.push(span(character, style));
    }
  }
  return parts;
}

function joinStyles(line: readonly Span[]): Span[] {
  const joined: Span[] = [];
  for (const part of line) {
    const last = joined.at(-1);
    if (last !== undefined && last.style === part.style)
      joined[joined.length - 1] = span(last.text + part.text, part.style);
    else joined.push(part);
  }
  return joined;
}
