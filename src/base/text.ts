/** Replaces what could steer a terminal (control characters, escape sequences, bidirectional overrides) by a visible mark. */
export const visibleText = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '\ufffd')
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
