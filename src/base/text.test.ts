import { expect, it } from 'vitest';
import { visibleText } from './text.ts';

it.each([
  ['an escape', 'a\u001b[31mb'],
  ['a C1 control', 'a\u009bb'],
  ['a bidirectional control', 'a\u202eb'],
  ['a zero-width space', 'a\u200bb'],
  ['a joiner of graphemes', 'a\u034fb'],
  ['a filler', 'a\u3164b'],
  ['a variation selector', 'a\ufe01b'],
  ['a tag character', 'a\u{e0041}b'],
  ['a supplementary variation selector', 'a\u{e0101}b'],
  ['half of a pair', 'a\ud83db'],
])('makes %s visible', (_what, text) => {
  expect(visibleText(text)).toMatch(/^a\ufffd(?:\[31m)?b$/);
});

it('leaves what people read as it is', () => {
  const text = 'naïve Straße ‘quoted’ 日本語 한국어 हिन्दी ❤\ufe0f 👍\u{1f3fd}\nline';
  expect(visibleText(text)).toBe(text);
});
