import { CATEGORY_IDS, type Category } from '../../taxonomy/categories.ts';
import { categoryOf, categoryOfNumber } from '../../taxonomy/category-names.ts';
import { MODE_IDS, type Mode } from '../../taxonomy/modes.ts';

/** A category in any spelling, or by its number in AgentRx's checklist: "3", "3. Invalid Invocation", "Invalid invocation". */
export function readCategory(words: string | null): Category | null {
  if (words === null) return null;
  const number = /^\D{0,12}?(\d{1,2})\W{0,3}$/.exec(words.trim())?.[1];
  if (number !== undefined) return categoryOfNumber(Number(number));
  // A name that something else stands behind: "invalid-invocation: the call lacks …".
  return categoryOf(words) ?? categoryOf(words.split(/[:(\n]/, 1)[0]) ?? null;
}

const lettersOf = (words: string): string => words.toLowerCase().replace(/[^a-z]/g, '');
const MODE_BY_LETTERS: ReadonlyMap<string, Mode> = new Map(MODE_IDS.map((id) => [lettersOf(id), id]));

/** A mode in any spelling; null where it is none of them. */
export const readMode = (words: string | null): Mode | null =>
  words === null ? null : (MODE_BY_LETTERS.get(lettersOf(words)) ?? null);

/** Ids as a prompt lists them. */
export const CATEGORY_LIST: readonly Category[] = CATEGORY_IDS;
