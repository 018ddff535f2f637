import { tryParseJson } from '../../base/json.ts';

/** Where a text of JSON gets a line break, and how deep the next line is; keys and escaped line feeds within it. */
export interface JsonLayout {
  /** Offset before which a line starts -> its depth. */
  readonly breaks: ReadonlyMap<number, number>;
  /** Ranges of object keys, quotes and colon included. */
  readonly keys: readonly (readonly [start: number, end: number])[];
}

/** A longer text is shown as it is. */
const MAX_LENGTH = 100_000;
/** Objects and lists up to this many characters stay on one line. */
const ONE_LINE = 60;

/**
 * How to lay out JSON for reading without changing a character of it, so that quotes keep their offsets. Null where
 * the text is not JSON with something inside, is laid out already, or is too long.
 */
export function layoutJson(text: string): JsonLayout | null {
  const first = text.trimStart()[0];
  if ((first !== '{' && first !== '[') || text.length > MAX_LENGTH || /\n\s/.test(text.trim())) return null;
  if (tryParseJson(text) === undefined) return null;
  const closing = closingBrackets(text);
  const breaks = new Map<number, number>();
  const keys: [number, number][] = [];
  const open: boolean[] = [];
  let depth = 0;
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (character === '"') {
      const end = endOfString(text, index);
      const colon = /^\s*:/.exec(text.slice(end, end + 8));
      if (colon !== null) keys.push([index, end + colon[0].length]);
      for (const at of escapedLineFeeds(text, index, end)) breaks.set(at, depth + 1);
      index = end - 1;
    } else if (character === '{' || character === '[') {
      const spread = (closing.get(index) ?? index) - index > ONE_LINE;
      open.push(spread);
      if (spread) breaks.set(index + 1, ++depth);
    } else if (character === '}' || character === ']') {
      if (open.pop() === true) breaks.set(index, --depth);
    } else if (character === ',' && open.at(-1) === true) {
      while (text[index + 1] === ' ') index++;
      breaks.set(index + 1, depth);
    }
  }
  return { breaks, keys };
}

function closingBrackets(text: string): Map<number, number> {
  const closing = new Map<number, number>();
  const open: number[] = [];
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (character === '"') index = endOfString(text, index) - 1;
    else if (character === '{' || character === '[') open.push(index);
    else if (character === '}' || character === ']') {
      const start = open.pop();
      if (start !== undefined) closing.set(start, index);
    }
  }
  return closing;
}

/** Offset after the closing quote of the string that starts at `start`. */
function endOfString(text: string, start: number): number {
  for (let index = start + 1; index < text.length; index++) {
    if (text[index] === '\\') index++;
    else if (text[index] === '"') return index + 1;
  }
  return text.length;
}

/** Offsets after each `\\n` of a string, where it reads better on the next line. */
function escapedLineFeeds(text: string, start: number, end: number): number[] {
  const offsets: number[] = [];
  for (let index = start; index < end; index++) {
    if (text[index] !== '\\') continue;
    index++;
    if (text[index] === 'n') offsets.push(index + 1);
  }
  return offsets;
}
