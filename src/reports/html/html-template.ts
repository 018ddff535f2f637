import { UNSEEN } from '../../base/text.ts';

/** Markup that is safe to put into a page: made by `html`, or by `trustedMarkup` from a constant of ours. */
export class Html {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }
}

export type HtmlPart = string | number | Html | null | false | readonly HtmlPart[];

/**
 * Template for markup: what stands in `${}` is escaped unless it is markup itself. Null and false give nothing, lists
 * are joined. Attributes are always written with double quotes.
 */
export const html = (strings: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html =>
  new Html(strings.reduce((text, string, index) => text + markupOf(parts[index - 1] ?? null) + string));

/** For constants of our own (the style, the script) only; never for anything that was read. */
export const trustedMarkup = (markup: string): Html => new Html(markup);

export const EMPTY = new Html('');

function markupOf(part: HtmlPart): string {
  if (typeof part === 'string') return escapeHtml(part);
  if (typeof part === 'number') return String(part);
  if (part === null || part === false) return '';
  if (part instanceof Html) return part.markup;
  return part.map(markupOf).join('');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
  // As a reference it stays what it is, where a bare one would become a line feed; a browser shows it as a space.
  '\r': '&#13;',
};

/** Characters that control, hide, reorder or break text, and halves of surrogate pairs; not tab, CR and LF. */
export const HIDDEN = new RegExp(`(?!\r)[${UNSEEN}]`, 'gu');

/**
 * The one function through which text becomes markup, for content and for double-quoted attributes. Characters that
 * control or hide become U+FFFD, as many UTF-16 code units as before, so that offsets into the text hold in the page.
 */
export function escapeHtml(text: string): string {
  return text
    .replace(/[&<>"'`\r]/g, (character) => ENTITIES[character] ?? '')
    .replace(HIDDEN, (hidden) => '\ufffd'.repeat(hidden.length));
}

/** Bytes that a text takes in UTF-8. */
export function utf8Length(text: string): number {
  let bytes = text.length;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code < 0x80) continue;
    // A surrogate pair is two units and four bytes.
    bytes += code < 0x800 || (code >= 0xd800 && code <= 0xdfff) ? 1 : 2;
  }
  return bytes;
}
