const BUCKETS = 64;
const EMPTY = 0xffffffff;

/** A fixed-size summary of the words of a text: two sketches tell how like two texts are in constant time. */
export type TextSketch = Uint32Array;

/**
 * Summary of a text by the least hash in each of 64 buckets (one-permutation min-hash). With `foldDigits` numbers count
 * as one and the same: clocks and counters make no difference then.
 */
export function sketchOf(text: string, compared = 4_000, foldDigits = false): TextSketch {
  const sketch = new Uint32Array(BUCKETS).fill(EMPTY);
  let hash = 0x811c9dc5;
  let length = 0;
  let inNumber = false;
  const end = Math.min(text.length, compared);
  for (let index = 0; index <= end; index++) {
    const code = index === end ? 32 : text.charCodeAt(index);
    const isWord =
      code > 127 || (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
    if (isWord) {
      const isDigit = foldDigits && code >= 48 && code <= 57;
      if (isDigit && inNumber) continue;
      inNumber = isDigit;
      hash = Math.imul(hash ^ (isDigit ? 48 : code >= 65 && code <= 90 ? code + 32 : code), 0x01000193) >>> 0;
      length++;
    } else if (length > 0) {
      const mixed = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0;
      const bucket = mixed & (BUCKETS - 1);
      const rest = mixed >>> 6;
      if (rest < (sketch[bucket] ?? 0)) sketch[bucket] = rest;
      hash = 0x811c9dc5;
      length = 0;
      inNumber = false;
    }
  }
  return sketch;
}

/** Estimated share of common words, 0 to 1. Two texts without words are alike. */
export function likeness(a: TextSketch, b: TextSketch): number {
  if (a === b) return 1;
  let same = 0;
  let used = 0;
  for (let bucket = 0; bucket < BUCKETS; bucket++) {
    const left = a[bucket];
    const right = b[bucket];
    if (left === EMPTY && right === EMPTY) continue;
    used++;
    if (left === right) same++;
  }
  return used === 0 ? 1 : same / used;
}
