/**
 * Characters that steer a terminal, mislead the eye or are not seen at all: controls, bidirectional controls, zero-width
 * and tag characters, fillers, line separators, halves of surrogate pairs. As the inside of a class with flag `u`.
 */
export const UNSEEN =
  '\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f' +
  '\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\u3164\\ufe00-\\ufe0d\\ufeff\\uffa0\\ufff0-\\ufffb' +
  '\\u{1bca0}-\\u{1bca3}\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e0fff}\\p{Cs}';

const UNSEEN_CHARACTERS = new RegExp(`[${UNSEEN}]`, 'gu');

/** Replaces what could steer a terminal or mislead the eye by a visible mark: see `UNSEEN`. */
export const visibleText = (text: string): string =>
  text.replace(/\r\n?/g, '\n').replace(UNSEEN_CHARACTERS, '\ufffd').replace(/\t/g, '  ');

/** The first line or so of a text: white space folded, cut at `max` characters with an ellipsis. */
export function excerpt(text: string, max: number): string {
  const folded = text
    .slice(0, max * 4)
    .replace(/\s+/g, ' ')
    .trim();
  return folded.length > max || text.length > max * 4 ? `${folded.slice(0, max - 1).trimEnd()}…` : folded;
}

/** "1 step", "3 steps". */
export const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
