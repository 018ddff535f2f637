/** How much of a text is compared: two texts that agree so far are near duplicates for our purpose. */
const COMPARED = 8_000;

/** A text as it is compared: lower case, white space folded, digits as `0` (clocks, counters, ids of a page view). */
export const normalText = (text: string): string =>
  text.slice(0, COMPARED).toLowerCase().replace(/\d+/g, '0').replace(/\s+/g, ' ').trim();

/** The set of a text's words. */
export const wordsOf = (text: string): ReadonlySet<string> =>
  new Set(
    text
      .slice(0, COMPARED)
      .toLowerCase()
      .match(/[\p{L}\p{N}_]+/gu) ?? [],
  );

/** Share of words that two sets have in common: 0 for none, 1 for the same words (Jaccard). */
export function overlapOf(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size === 0 && b.size === 0) return 1;
  const [small, large] = a.size <= b.size ? [a, b] : [b, a];
  let common = 0;
  for (const word of small) if (large.has(word)) common++;
  return common / (a.size + b.size - common);
}
