/** A text that is almost the wanted one, with its place. */
export interface NearMiss {
  readonly text: string;
  readonly start: number;
}

/**
 * The first word of a text that differs from `value` by one character changed, left out or added, or by two neighbours
 * swapped; null where there is none. Case does not count. Words shorter than 4 characters are too alike to tell.
 */
export function nearMiss(value: string, text: string): NearMiss | null {
  if (value.length < 4 || /\s/.test(value)) return null;
  const wanted = value.toLowerCase();
  for (const match of text.slice(0, 400_000).matchAll(/[\w#@$%.+-]{3,100}/g)) {
    const word = match[0].replace(/[.,]+$/, '');
    if (Math.abs(word.length - wanted.length) <= 1 && isNear(wanted, word.toLowerCase())) {
      return { text: word, start: match.index };
    }
  }
  return null;
}

/** Whether two different words are one edit apart. Linear: what they share at both ends must leave one edit. */
export function isNear(a: string, b: string): boolean {
  if (a === b) return false;
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head++;
  let tail = 0;
  while (tail < a.length - head && tail < b.length - head && a.at(-1 - tail) === b.at(-1 - tail)) tail++;
  const left = a.slice(head, a.length - tail);
  const right = b.slice(head, b.length - tail);
  if (left.length <= 1 && right.length <= 1) return true;
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0];
}
