/** A piece of a policy, as its lines give it. */
export type PolicyBlock =
  | { readonly kind: 'heading'; readonly level: number; readonly text: string }
  | {
      readonly kind: 'paragraph' | 'item';
      readonly text: string;
      /** Number that the text itself gives, such as `2.3`; null where it gives none. */
      readonly number: string | null;
      /** How deep a list item stands; 0 for the outermost, and for paragraphs. */
      readonly depth: number;
    };

const HEADING = /^ {0,3}(#{1,6})[ \t]+(.*)$/;
const UNDERLINE = /^ {0,3}(=+|-+)[ \t]*$/;
const RULE = /^ {0,3}(?:-[ \t]*){3,}$|^ {0,3}(?:\*[ \t]*){3,}$|^ {0,3}(?:_[ \t]*){3,}$/;
const ITEM = /^([ \t]*)(?:[-*+•]|(\d{1,4})[.)])[ \t]+(.*)$/;
const FENCE = /^ {0,3}(?:```|~~~)/;
const NUMBERED = /^(?:§ ?)?(\d{1,4}(?:\.\d{1,4}){1,8})[.):]?[ \t]+/;
const MAX_DEPTH = 12;

interface OpenBlock {
  readonly kind: 'paragraph' | 'item';
  readonly number: string | null;
  readonly depth: number;
  readonly lines: string[];
}

/** Reads headings, list items and paragraphs of Markdown or plain text, in one pass over its lines. */
export function policyBlocks(text: string): readonly PolicyBlock[] {
  const blocks: PolicyBlock[] = [];
  const state: { open: OpenBlock | null } = { open: null };
  let indents: number[] = [];
  let fence = false;
  let afterBlank = true;
  const close = (): void => {
    const words = state.open?.lines.join('\n').trim() ?? '';
    if (state.open !== null && words !== '') {
      const numbered = NUMBERED.exec(words);
      const own = numbered?.[1] ?? null;
      blocks.push({
        kind: state.open.kind,
        depth: state.open.depth,
        number: own ?? state.open.number,
        text: own === null ? words : words.slice(numbered?.[0].length),
      });
    }
    state.open = null;
  };
  const begin = (kind: 'paragraph' | 'item', line: string, number: string | null, depth: number): void => {
    close();
    state.open = { kind, number, depth, lines: [line] };
  };
  for (const line of text.replace(/^\ufeff/, '').split(/\r\n?|\n/)) {
    if (FENCE.test(line)) fence = !fence;
    const item: RegExpExecArray | null = fence ? null : ITEM.exec(line);
    const heading = fence ? null : HEADING.exec(line);
    const underlined = !fence && !afterBlank && UNDERLINE.test(line) ? lastLine(state.open) : null;
    if (heading !== null) {
      close();
      indents = [];
      blocks.push({ kind: 'heading', level: heading[1]?.length ?? 1, text: bare(heading[2] ?? '') });
    } else if (underlined !== null) {
      state.open = null;
      indents = [];
      blocks.push({ kind: 'heading', level: line.trim().startsWith('=') ? 1 : 2, text: bare(underlined) });
    } else if (!fence && RULE.test(line)) {
      close();
      indents = [];
    } else if (item !== null) {
      const indent = widthOf(item[1] ?? '');
      while (indents.length > 0 && (indents.at(-1) ?? 0) > indent) indents.pop();
      if (indents.at(-1) !== indent) indents.push(indent);
      begin('item', item[3] ?? '', item[2] ?? null, Math.min(indents.length - 1, MAX_DEPTH));
    } else if (!fence && line.trim() === '') {
      if (state.open?.kind === 'paragraph') close();
    } else {
      const indented = /^(?: {2,}|\t)/.test(line) || fence || FENCE.test(line);
      if (state.open === null || (afterBlank && state.open.kind === 'item' && !indented)) {
        if (!indented) indents = [];
        begin('paragraph', line, null, 0);
      } else {
        if (afterBlank) state.open.lines.push('');
        state.open.lines.push(state.open.kind === 'item' ? line.trim() : line);
      }
    }
    afterBlank = !fence && line.trim() === '';
  }
  close();
  return blocks;
}

/** The one line of an open paragraph, which an underline makes a heading; null for anything else. */
const lastLine = (open: OpenBlock | null): string | null =>
  open !== null && open.kind === 'paragraph' && open.lines.length === 1 ? (open.lines[0] ?? null) : null;

/** A heading without closing marks. */
const bare = (text: string): string => {
  const trimmed = text.trim();
  let end = trimmed.length;
  while (end > 0 && trimmed[end - 1] === '#') end--;
  return trimmed.slice(0, end).trim();
};

const widthOf = (indent: string): number => [...indent].reduce((width, char) => width + (char === '\t' ? 4 : 1), 0);
