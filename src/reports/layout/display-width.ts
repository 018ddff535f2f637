/** Code points that terminals draw over two columns: East Asian wide and fullwidth forms. */
const WIDE: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f],
  [0x2e80, 0x303e],
  [0x3041, 0x4dbf],
  [0x4e00, 0xa4cf],
  [0xa960, 0xa97f],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe30, 0xfe6f],
  [0xff00, 0xff60],
  [0xffe0, 0xffe6],
  [0x16fe0, 0x18dff],
  [0x1aff0, 0x1b2ff],
  [0x1f000, 0x1faff],
  [0x20000, 0x3fffd],
];

/** Columns that one code point takes in a terminal. Where terminals differ, the larger number. */
export function characterWidth(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x300) return 1;
  // The emoji selector widens the character before it.
  if (code === 0xfe0f) return 1;
  if (/^\p{M}/u.test(character)) return 0;
  return WIDE.some(([from, to]) => code >= from && code <= to) || /^\p{Emoji_Presentation}/u.test(character) ? 2 : 1;
}

/** Columns that a text takes in a terminal, at most. */
export function displayWidth(text: string): number {
  let width = 0;
  for (const character of text) width += characterWidth(character);
  return width;
}

/** A text cut to so many columns, with an ellipsis where something was cut. */
export function fitWidth(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  let taken = 0;
  let kept = '';
  for (const character of text) {
    const next = taken + characterWidth(character);
    if (next > width - 1) break;
    taken = next;
    kept += character;
  }
  return width < 1 ? '' : `${kept.trimEnd()}…`;
}

/** `fitWidth` for names whose end tells them apart: cut in the middle. */
export function fitMiddle(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  const characters = [...text];
  const head = fitWidth(text, Math.max(1, Math.floor(width / 3)));
  let room = width - displayWidth(head);
  let tail = '';
  for (let index = characters.length - 1; index >= 0; index--) {
    const character = characters[index] ?? '';
    room -= characterWidth(character);
    if (room < 0) break;
    tail = character + tail;
  }
  return head + tail;
}

/** `fitWidth`, filled up with spaces: one cell of a table. */
export function padWidth(text: string, width: number, align: 'left' | 'right' = 'left'): string {
  const fitted = fitWidth(text, width);
  const fill = ' '.repeat(Math.max(0, width - displayWidth(fitted)));
  return align === 'left' ? fitted + fill : fill + fitted;
}
