import type { Evidence } from '../../contracts/evidence.ts';
import type { Trajectory } from '../../contracts/trajectory.ts';
import { locateQuote } from '../../trajectory/locate-quote.ts';

export interface WordsPlace {
  /** Positions that are looked at first. */
  readonly likely: readonly number[];
  /** Positions that are looked at then, from the last back: `from` is the first of them, `to` the one after the last. */
  readonly from: number;
  readonly to: number;
}

/** Finds words that a model quotes in the steps of a run. */
export type FindWords = (words: string, place: WordsPlace, note: string) => Evidence | null;

/**
 * Makes a search over a run. Steps other than the likely ones are sifted by their letters and digits, which are read once,
 * so that an answer full of words that stand nowhere costs little.
 */
export function createWordsFinder({ steps }: Pick<Trajectory, 'steps'>): FindWords {
  const letters = new Map<number, string>();
  const lettersAt = (position: number): string => {
    const known = letters.get(position);
    if (known !== undefined) return known;
    const text = lettersOf(steps[position]?.events.map((event) => event.text).join('\n') ?? '');
    letters.set(position, text);
    return text;
  };
  return (words, { likely, from, to }, note) => {
    const at = (position: number): Evidence | null => {
      const step = steps[position];
      return step === undefined || position >= to ? null : locateQuote(step, words, note);
    };
    for (const position of new Set(likely)) {
      const found = at(position);
      if (found !== null) return found;
    }
    const sought = lettersOf(words);
    if (sought === '') return null;
    for (let position = Math.min(to, steps.length) - 1; position >= from; position--) {
      const found = lettersAt(position).includes(sought) ? at(position) : null;
      if (found !== null) return found;
    }
    return null;
  };
}

/** What is the same with and without the escapes of JSON. */
const lettersOf = (text: string): string => text.replace(/\\[nrtbf"\\/]/g, '').replace(/[^\p{L}\p{N}]+/gu, '');
