import { AppError } from '../../base/errors.ts';
import { isRecord } from '../../base/json.ts';
import { excerpt, visibleText } from '../../base/text.ts';
import type { ParseContext } from '../format.ts';
import { allFormats, detectDocument } from './detect-format.ts';
import { placed } from './placed-error.ts';

const SHOWN_KEYS = 8;
const SEARCHED_KEYS = 40;

/** The error for a document that no format reads: what was seen, and what came nearest. */
export function unknownFormat(document: unknown, context: ParseContext): AppError {
  const seen = describe(document);
  if (Array.isArray(document) && document.length === 0) {
    return placed(new AppError('TRACE_NO_STEPS', 'an empty list'), context);
  }
  const inner = traceWithin(document);
  const nearest = nearestFormats(document);
  const near =
    inner !== null
      ? `; the value at ${visibleText(inner.pointer)} looks like ${inner.format}: pass that part alone`
      : nearest.length > 0
        ? `; nearest: ${nearest.map(({ id, keys }) => `${id} (${keys.join(', ')})`).join(', ')}`
        : '';
  const error = new AppError('TRACE_FORMAT_UNKNOWN', `no trace format fits: ${seen}${near}`, {
    details: { seen, within: inner, nearest: nearest.map(({ id }) => id) },
  });
  return placed(error, context);
}

/** The formats that share most keys with a document, or with its first element, and these keys. */
function nearestFormats(document: unknown): readonly { readonly id: string; readonly keys: readonly string[] }[] {
  const first: unknown = Array.isArray(document) ? document[0] : document;
  if (!isRecord(first)) return [];
  const found = new Set(Object.keys(first).slice(0, SEARCHED_KEYS));
  return allFormats()
    .map(({ id, keys = [] }) => ({ id, keys: keys.filter((key) => found.has(key)) }))
    .filter(({ keys }) => keys.length >= 2 || (keys.length > 0 && keys.length === found.size))
    .sort((a, b) => b.keys.length - a.keys.length)
    .slice(0, 3);
}

/** What a value is, in words, one level deep. */
function describe(value: unknown): string {
  if (Array.isArray(value)) {
    const first: unknown = value[0];
    const inside = Array.isArray(first) ? 'a list' : isRecord(first) ? describe(first) : nameOf(first);
    return `a list of ${value.length}, the first ${inside}`;
  }
  if (!isRecord(value)) return nameOf(value);
  const keys = Object.keys(value);
  if (keys.length === 0) return 'an object without keys';
  const shown = keys.slice(0, SHOWN_KEYS).map((key) => excerpt(visibleText(key), 40));
  const more = keys.length > SHOWN_KEYS ? ` and ${keys.length - SHOWN_KEYS} more` : '';
  return `an object with the top-level keys ${shown.join(', ')}${more}`;
}

const nameOf = (value: unknown): string => (value === null ? 'null' : `a ${typeof value}`);

/** A trace that is wrapped in something else, at most two levels down. */
export function traceWithin(document: unknown): { readonly pointer: string; readonly format: string } | null {
  const level = entriesOf(document, '');
  for (const [pointer, value] of level) {
    const found = detectDocument(value);
    if (found !== null) return { pointer, format: found.format.id };
  }
  for (const [pointer, value] of level) {
    for (const [deeper, inner] of entriesOf(value, pointer)) {
      const found = detectDocument(inner);
      if (found !== null) return { pointer: deeper, format: found.format.id };
    }
  }
  return null;
}

function entriesOf(value: unknown, pointer: string): readonly (readonly [string, unknown])[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value)
    .slice(0, SEARCHED_KEYS)
    .map(([key, inner]) => [`${pointer}/${key}`, inner] as const);
}
