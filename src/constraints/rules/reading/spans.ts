/** A piece of a longer text, with its place in it. */
export interface Span {
  readonly text: string;
  readonly start: number;
}

export interface Line extends Span {
  /** Columns of white space before the first character; a tab counts as 4. */
  readonly indent: number;
  /** Whether it opens with a list mark: `-`, `*`, `1.`, `a)`. */
  readonly listItem: boolean;
  readonly heading: boolean;
}

/** What is read of one message: far more than people write, and a bound on hostile ones. */
export const MAX_READ = 40_000;

const LIST_MARK = /^(?:[-*•+] |\d{1,3}[.)] |[a-z][.)] )/;

/** The lines of a text that are not blank. */
export function linesOf(text: string): Line[] {
  const lines: Line[] = [];
  let start = 0;
  const end = Math.min(text.length, MAX_READ);
  while (start < end) {
    const stop = text.indexOf('\n', start);
    const stopAt = stop === -1 || stop > end ? end : stop;
    const raw = text.slice(start, stopAt);
    const trimmed = raw.trimStart();
    if (trimmed.trimEnd() !== '') {
      const lead = raw.slice(0, raw.length - trimmed.length);
      lines.push({
        text: trimmed.trimEnd(),
        start: start + lead.length,
        indent: lead.replaceAll('\t', '    ').length,
        listItem: LIST_MARK.test(trimmed),
        heading: /^#{1,6} /.test(trimmed),
      });
    }
    start = stopAt + 1;
  }
  return lines;
}

/** The sentences of a text: cut at line ends, and at `.`, `!`, `?` before white space and something that opens a sentence. */
export function sentencesOf(text: string): Span[] {
  return linesOf(text).flatMap((line) => sentencesOfLine(line));
}

export function sentencesOfLine(line: Span): Span[] {
  const spans: Span[] = [];
  let start = 0;
  for (const match of line.text.matchAll(/[.!?]["”')*]{0,3}\s+(?=["“'(*]{0,3}[A-Z0-9])/g)) {
    const end = match.index + match[0].length;
    if (isAbbreviation(line.text, match.index)) continue;
    spans.push({ text: line.text.slice(start, end).trimEnd(), start: line.start + start });
    start = end;
  }
  if (start < line.text.length) spans.push({ text: line.text.slice(start), start: line.start + start });
  return spans;
}

function isAbbreviation(text: string, dot: number): boolean {
  const before = text.slice(Math.max(0, dot - 5), dot);
  // A list mark ("1. Name") or a short form is no end of a sentence.
  return /(?:^|[\s(*])(?:\d{1,3}|[A-Z]|Dr|Mr|Ms|Mrs|St|vs|No|approx|e\.g|i\.e|etc|cf|al)$/.test(before);
}
