import pc from 'picocolors';
import { visibleText } from '../../base/text.ts';
import { displayWidth } from './display-width.ts';
import { type Span, type SpanStyle, span, wrapSpans } from './wrap-spans.ts';

export interface TextPageOptions {
  /** Columns; no line gets longer. */
  readonly width: number;
  readonly color: boolean;
}

export interface BlockOptions {
  /** Columns left free on every line but the first. */
  readonly indent: number;
  /** What stands in front of the first line, as wide as `indent` at most. */
  readonly label?: readonly Span[];
  /** Lines shown at most; an ellipsis ends the last where more were there. */
  readonly maxLines?: number;
}

const MAX_BLOCK = 100_000;

/** Collects wrapped, coloured lines. Every text that goes in is made harmless to a terminal. */
export class TextPage {
  readonly #width: number;
  readonly #paint: Readonly<Record<SpanStyle, (text: string) => string>>;
  readonly #lines: string[] = [];

  constructor({ width, color }: TextPageOptions) {
    this.#width = width;
    const colors = pc.createColors(color);
    this.#paint = {
      plain: (text) => text,
      strong: colors.bold,
      dim: colors.dim,
      bad: (text) => colors.bold(colors.red(text)),
      good: colors.green,
      warn: colors.yellow,
      place: colors.cyan,
      quote: colors.magenta,
    };
  }

  blank(): void {
    if (this.#lines.at(-1) !== '' && this.#lines.length > 0) this.#lines.push('');
  }

  block(spans: readonly Span[], { indent, label = [], maxLines = Number.POSITIVE_INFINITY }: BlockOptions): void {
    const room = Math.max(8, this.#width - indent);
    // A text of megabytes is not wrapped for the sake of its first lines.
    const enough = Math.min(MAX_BLOCK, room * (maxLines + 1) * 4);
    const clean = spans.map(({ text, style }) => span(visibleText(text.slice(0, enough)), style));
    const wrapped = wrapSpans(clean, room);
    const lines = wrapped.slice(0, maxLines);
    if (lines.length < wrapped.length) cutLast(lines, room);
    const head = label.map(({ text, style }) => span(visibleText(text), style));
    const headWidth = head.reduce((sum, part) => sum + displayWidth(part.text), 0);
    const gap = ' '.repeat(Math.max(0, indent - headWidth));
    if (lines.length === 0) lines.push([]);
    lines.forEach((line, index) => {
      const before = index === 0 ? this.#painted(head) + gap : ' '.repeat(indent);
      this.#lines.push((before + this.#painted(line)).trimEnd());
    });
  }

  /** One line as it is: made to fit by the caller. */
  raw(spans: readonly Span[]): void {
    this.#lines.push(this.#painted(spans.map(({ text, style }) => span(visibleText(text), style))).trimEnd());
  }

  /** All lines, without a line break at the end. */
  toString(): string {
    const end = this.#lines.findLastIndex((line) => line !== '');
    return this.#lines.slice(0, end + 1).join('\n');
  }

  #painted(spans: readonly Span[]): string {
    return spans.map(({ text, style }) => this.#paint[style](text.replaceAll('\u00a0', ' '))).join('');
  }
}

function cutLast(lines: Span[][], room: number): void {
  const line = lines.at(-1) ?? [];
  let width = line.reduce((sum, part) => sum + displayWidth(part.text), 0);
  const kept = [...line];
  while (width > room - 1) {
    const last = kept.pop();
    if (last === undefined) break;
    const characters = [...last.text];
    const removed = characters.pop() ?? '';
    width -= displayWidth(removed);
    if (characters.length > 0) kept.push(span(characters.join(''), last.style));
  }
  const last = kept.at(-1);
  if (last === undefined) kept.push(span('…'));
  else kept[kept.length - 1] = span(`${last.text.trimEnd()}…`, last.style);
  lines[lines.length - 1] = kept;
}
