/** A text as it is compared: lower case, marks of emphasis and quotes dropped, separators folded to one space. */
export const normalise = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[*_`"'“”‘’/-]+/g, ' ')
    .replace(/[^\p{L}\p{N}.%$#@+ ]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/** A noun without its plural ending: near enough to compare the name of a field with a word. */
export function singular(word: string): string {
  if (word.length > 3 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (word.length > 4 && /(?:ss|sh|ch|x|z)es$/.test(word)) return word.slice(0, -2);
  return word.length > 2 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}

/** The words of a text in the singular, in order. */
export const wordsOf = (text: string): string[] =>
  normalise(text)
    .split(/[ .]/)
    .filter((word) => word !== '')
    .map(singular);

/** Whether every word of `needle` stands in `haystack`, next to each other and in order. */
export function holdsWords(haystack: readonly string[], needle: readonly string[]): boolean {
  if (needle.length === 0 || needle.length > haystack.length) return false;
  for (let at = 0; at + needle.length <= haystack.length; at++) {
    if (needle.every((word, offset) => haystack[at + offset] === word)) return true;
  }
  return false;
}
