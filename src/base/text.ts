/**
 * Replaces what could steer a terminal or mislead the eye by a visible mark: control characters, escape sequences,
 * bidirectional controls, zero-width and tag characters, line separators, halves of surrogate pairs.
 */
export const visibleText = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(
      /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e0fff}\p{Cs}]/gu,
      '\ufffd',
    )
    .replace(/\t/g, '  ');

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
