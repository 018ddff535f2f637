import { formatCount } from '../wording/format-number.ts';
import { EMPTY, escapeHtml, HIDDEN, Html, html } from './html-template.ts';
import { layoutJson } from './json-layout.ts';

export interface TextRange {
  readonly start: number;
  readonly end: number;
}

export interface TraceTextOptions {
  /** Key of the event, by which the page's script finds the place of a quote. */
  readonly key: string;
  /** Quotes to mark. */
  readonly marks?: readonly TextRange[];
  /** Characters that are put into the page at most; what is left out is counted in the open. */
  readonly maxLength?: number;
}

/** What is shown before "show all" is pressed. */
const HEAD_LENGTH = 1_600;
const HEAD_LINES = 26;
const AROUND_MARK = 240;
const MAX_MARKS = 200;
/** A hidden stretch is worth a button only when it is longer than this. */
const LEAST_HIDDEN = 700;

/**
 * A text of the trace. The text of its elements, put together, is the text itself, unit by unit (control and hidden
 * characters aside, which become as many visible ones): so offsets of quotes hold. Layout of JSON is made of elements
 * without text.
 */
export function traceText(
  text: string,
  { key, marks = [], maxLength = Number.POSITIVE_INFINITY }: TraceTextOptions,
): Html {
  const quotes = mergeRanges(marks.slice(0, MAX_MARKS), text.length);
  const kept = keptRanges(text.length, quotes, maxLength);
  const missing = text.length - kept.reduce((sum, { start, end }) => sum + end - start, 0);
  const boxes = kept.map(({ start, end }) => textBox(text.slice(start, end), start, key, quotes));
  if (missing === 0) return html`${boxes}`;
  return html`${boxes}<p class="cut">${formatCount(missing)} of ${formatCount(text.length)} characters are left out here to keep this file small.</p>`;
}

/** The stretches of a text that go into the page: all of it, or its head, its tail and what stands around its quotes. */
function keptRanges(length: number, quotes: readonly TextRange[], maxLength: number): TextRange[] {
  if (length <= maxLength) return [{ start: 0, end: length }];
  const part = Math.floor(maxLength / 4);
  const around = quotes.slice(0, 8).map(({ start, end }) => {
    const margin = Math.max(0, Math.floor((part / Math.min(8, quotes.length) - (end - start)) / 2));
    return { start: start - margin, end: Math.min(end, start + part) + margin };
  });
  return mergeRanges([{ start: 0, end: 2 * part }, ...around, { start: length - part, end: length }], length);
}

function textBox(text: string, offset: number, key: string, quotes: readonly TextRange[]): Html {
  const marks = quotes
    .filter(({ start, end }) => end > offset && start < offset + text.length)
    .map(({ start, end }) => ({ start: Math.max(0, start - offset), end: Math.min(text.length, end - offset) }));
  const layout = layoutJson(text);
  const hidden = hiddenRanges(text, marks, layout?.breaks ?? new Map());
  const hiddenLength = hidden.reduce((sum, { start, end }) => sum + end - start, 0);
  const body = new Html(bodyOf(text, { marks, hidden, keys: layout?.keys ?? [], breaks: layout?.breaks ?? new Map() }));
  const more =
    hiddenLength === 0
      ? EMPTY
      : html`<button type="button" class="more">Show all ${formatCount(text.length)} characters</button>`;
  return html`<div class="t${layout === null ? '' : ' json'}" data-e="${key}" data-o="${offset}" dir="${layout === null ? 'auto' : 'ltr'}">${body}</div>${more}`;
}

/** What stays folded until asked for: all but the head and what stands around the quotes. */
function hiddenRanges(text: string, marks: readonly TextRange[], breaks: ReadonlyMap<number, number>): TextRange[] {
  const head = headEnd(text, breaks);
  if (text.length - head < LEAST_HIDDEN) return [];
  const shown = mergeRanges(
    [
      { start: 0, end: head },
      ...marks.slice(0, 5).map(({ start, end }) => ({
        start: start - AROUND_MARK,
        end: Math.min(end, start + HEAD_LENGTH) + AROUND_MARK,
      })),
    ],
    text.length,
  );
  return shown
    .map(({ end }, index) => ({ start: end, end: shown[index + 1]?.start ?? text.length }))
    .filter(({ start, end }) => end - start >= LEAST_HIDDEN / 5);
}

function headEnd(text: string, breaks: ReadonlyMap<number, number>): number {
  let lines = 0;
  const limit = Math.min(text.length, HEAD_LENGTH);
  for (let index = 0; index < limit; index++) {
    if ((text[index] === '\n' || breaks.has(index)) && ++lines >= HEAD_LINES) return index;
  }
  return limit;
}

interface Decorations {
  readonly marks: readonly TextRange[];
  readonly hidden: readonly TextRange[];
  readonly keys: readonly (readonly [number, number])[];
  readonly breaks: ReadonlyMap<number, number>;
}

/** Deepest indent that the style has. */
const MAX_INDENT = 12;

function bodyOf(text: string, { marks, hidden, keys, breaks }: Decorations): string {
  const edges = new Set<number>([0, text.length, ...breaks.keys()]);
  for (const { start, end } of [...marks, ...hidden]) edges.add(start).add(end);
  for (const [start, end] of keys) edges.add(start).add(end);
  const offsets = [...edges].sort((a, b) => a - b);
  const inMark = cursor(marks);
  const inHidden = cursor(hidden);
  const inKey = cursor(keys.map(([start, end]) => ({ start, end })));
  let body = '';
  offsets.forEach((start, index) => {
    const fold = inHidden(start);
    if (fold === 'ends' || fold === 'ends and starts') body += '</span>';
    if (fold === 'starts' || fold === 'ends and starts') {
      const size = hidden.find((range) => range.start === start);
      body += `<i class="gap" data-n="${formatCount(size === undefined ? 0 : size.end - size.start)}"></i><span class="rest">`;
    }
    const depth = breaks.get(start);
    if (depth !== undefined) body += `<br><i class="n${Math.min(depth, MAX_INDENT)}"></i>`;
    const end = offsets[index + 1];
    if (end === undefined) return;
    const piece = pieceOf(text, start, end);
    const named = within(inKey(start)) ? `<b>${piece}</b>` : piece;
    body += within(inMark(start)) ? `<mark>${named}</mark>` : named;
  });
  return body;
}

type Place = 'outside' | 'starts' | 'inside' | 'ends' | 'ends and starts';
const within = (place: Place): boolean => place !== 'outside' && place !== 'ends';

/** Tells for growing offsets whether they stand in one of the ranges, which are sorted and apart. */
function cursor(ranges: readonly TextRange[]): (offset: number) => Place {
  let index = 0;
  return (offset) => {
    let ended = false;
    for (let range = ranges[index]; range !== undefined && range.end <= offset; range = ranges[++index]) {
      if (range.end === offset) ended = true;
    }
    const range = ranges[index];
    if (range === undefined || offset < range.start) return ended ? 'ends' : 'outside';
    if (offset > range.start) return 'inside';
    return ended ? 'ends and starts' : 'starts';
  };
}

/** One stretch, escaped; characters that hide are shown by their number. */
function pieceOf(text: string, start: number, end: number): string {
  const piece = text.slice(start, end);
  let markup = '';
  let done = 0;
  for (const match of piece.matchAll(HIDDEN)) {
    const hidden = match[0];
    markup += escapeHtml(piece.slice(done, match.index));
    done = match.index + hidden.length;
    const code = hidden.codePointAt(0) ?? 0;
    if (joins(text, start + match.index, code)) markup += `&#${code};`;
    else markup += `<i class="cc" data-c="${nameOf(code)}">${escapeHtml(hidden)}</i>`;
  }
  return markup + escapeHtml(piece.slice(done));
}

const NAMES: Readonly<Record<number, string>> = { 0: 'NUL', 7: 'BEL', 8: 'BS', 27: 'ESC', 127: 'DEL' };
const nameOf = (code: number): string => NAMES[code] ?? `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;

const JOINED =
  /^(?:\ufe0f|[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gujarati}\p{Script=Gurmukhi}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Oriya}\p{Script=Sinhala}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Syriac}])$/u;

/** Whether a zero-width joiner or non-joiner does its honest work here: within an emoji or a script that needs it. */
function joins(text: string, at: number, code: number): boolean {
  if (code !== 0x200c && code !== 0x200d) return false;
  const before = [...text.slice(Math.max(0, at - 2), at)].at(-1) ?? '';
  const after = [...text.slice(at + 1, at + 3)][0] ?? '';
  return JOINED.test(before) && JOINED.test(after);
}

/** Ranges sorted, kept within the text, and joined where they touch. */
export function mergeRanges(ranges: readonly TextRange[], length: number): TextRange[] {
  const merged: { start: number; end: number }[] = [];
  const sorted = ranges
    .map(({ start, end }) => ({ start: Math.max(0, start), end: Math.min(length, end) }))
    .filter(({ start, end }) => end > start)
    .sort((a, b) => a.start - b.start);
  for (const range of sorted) {
    const last = merged.at(-1);
    if (last !== undefined && range.start <= last.end) last.end = Math.max(last.end, range.end);
    else merged.push({ ...range });
  }
  return merged;
}
