import { excerpt, visibleText } from '../../base/text.ts';

/** Words that a page may turn into links, mentions or references whatever stands around them. */
const LINKS_ITSELF = /@|#\d|:\/\/|www\.|\bGH-\d|mailto:|xmpp:/i;

const backticks = (text: string, least: number): string => {
  let longest = 0;
  for (const run of text.match(/`+/g) ?? []) longest = Math.max(longest, run.length);
  return '`'.repeat(Math.max(least, longest + 1));
};

/** A text as inline code: nothing in it is markup, a mention or a link. */
export function codeSpan(text: string, max = 200): string {
  const clean = visibleText(excerpt(text, max));
  if (clean === '') return '(empty)';
  const fence = backticks(clean, 1);
  const pad = /^`|`$|^ .* $/.test(clean) ? ' ' : '';
  return `${fence}${pad}${clean}${pad}${fence}`;
}

/**
 * A text in a sentence: its markup characters escaped; as inline code where it holds something that turns into a link
 * or a mention all by itself.
 */
export function inertText(text: string, max = 400): string {
  const clean = visibleText(excerpt(text, max));
  if (LINKS_ITSELF.test(clean)) return codeSpan(clean, max);
  const formula = clean.indexOf('$') !== clean.lastIndexOf('$');
  return clean
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/[\\`*_[\]~]/g, '\\$&')
    .replace(/\$/g, (dollar) => (formula ? '\\$' : dollar))
    .replace(/:(?=[a-z0-9_+-]{1,40}:)/gi, '&#58;')
    .replace(/^(?:[-+#=|]|\d{1,9}(?=[.)]))/, (start) =>
      /^\d/.test(start) ? `&#${start.charCodeAt(0)};${start.slice(1)}` : `\\${start}`,
    );
}

/** Lines as a block of code; its fence is longer than any run of backticks inside. */
export function codeBlock(text: string): string {
  const clean = visibleText(text);
  const fence = backticks(clean, 3);
  return `${fence}text\n${clean}\n${fence}`;
}
