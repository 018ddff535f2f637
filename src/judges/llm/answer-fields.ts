import { isRecord } from '../../base/json.ts';

/** Longest text of an answer that is kept, and longest list that is looked at. */
export const MAX_TEXT = 4_000;
const MAX_LIST = 40;
const MAX_KEYS = 200;

/** The fields of an object by the letters of their names, so that `stepNumber`, `step_number` and `Step number` are one. */
export type Fields = ReadonlyMap<string, unknown>;

export function fieldsOf(value: unknown): Fields {
  const fields = new Map<string, unknown>();
  if (!isRecord(value)) return fields;
  for (const [key, inner] of Object.entries(value).slice(0, MAX_KEYS)) {
    const letters = key
      .slice(0, 80)
      .toLowerCase()
      .replace(/[^a-z]/g, '');
    if (!fields.has(letters)) fields.set(letters, inner);
  }
  return fields;
}

/** The first of the names that the object has, whatever its value. */
export function pick(fields: Fields, names: readonly string[]): unknown {
  for (const name of names) if (fields.has(name)) return fields.get(name);
  return undefined;
}

export const hasAny = (fields: Fields, names: readonly string[]): boolean => names.some((name) => fields.has(name));

/** A step as a number, or as the words in which it is named; null for none. */
export function readStep(value: unknown): number | string | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'string') {
    const words = value.trim().slice(0, 100);
    return /^(?:|null|none|n\/?a|unknown|-)$/i.test(words) ? null : words;
  }
  if (Array.isArray(value)) return readStep(value[0]);
  if (isRecord(value)) return readStep(pick(fieldsOf(value), STEP_NAMES));
  return null;
}

/** Names under which answers give the number of a step. */
export const STEP_NAMES = ['step', 'stepnumber', 'stepindex', 'index', 'position', 'number', 'stepid'];

/** A text, cut at `MAX_TEXT`; a list of texts line by line; empty for anything else. */
export function readText(value: unknown): string {
  if (typeof value === 'string') return value.slice(0, MAX_TEXT);
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return value.slice(0, MAX_LIST).map(readText).join('\n').slice(0, MAX_TEXT);
  return '';
}

/** A text that may be missing: null for an empty one and for words that say "none". */
export function readName(value: unknown): string | null {
  const text = (Array.isArray(value) ? readText(value[0]) : readText(value)).trim();
  return text === '' || /^(?:null|none|n\/a)$/i.test(text) ? null : text.slice(0, 200);
}

/** A list; one thing alone is a list of one. */
export function readList(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value.slice(0, MAX_LIST);
  return value === undefined || value === null || value === '' ? [] : [value];
}

/** A confidence between 0 and 1, from a share, a percentage or words such as "85%"; null for anything else. */
export function readShare(value: unknown): number | null {
  const text = typeof value === 'string' ? value.trim() : '';
  const number = typeof value === 'number' ? value : /^\d{1,3}(?:\.\d{1,6})?\s?%?$/.test(text) ? parseFloat(text) : NaN;
  if (!Number.isFinite(number) || number < 0 || number > 100) return null;
  return number > 1 || text.endsWith('%') ? number / 100 : number;
}

export const ANSWERS = ['yes', 'no', 'unsure'] as const;
export type YesNo = (typeof ANSWERS)[number];

/** "yes", true, "No, it …"; whatever is neither is `unsure`. */
export function readYesNo(value: unknown): YesNo {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  const word = typeof value === 'string' ? /^\W{0,3}([a-z]{1,12})/i.exec(value)?.[1]?.toLowerCase() : undefined;
  return word === 'yes' || word === 'true' ? 'yes' : word === 'no' || word === 'false' ? 'no' : 'unsure';
}
