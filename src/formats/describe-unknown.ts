import { AppError } from '../base/errors.ts';
import { isRecord } from '../base/json.ts';
import { parsePythonJson } from '../base/parse-python-json.ts';
import { scanJson } from '../base/scan-json.ts';
import { excerpt, plural, visibleText } from '../base/text.ts';
import type { TraceFormat } from './format.ts';
import { allFormats } from './reading/detect-format.ts';
import { salvageJson } from './reading/salvage-json.ts';
import { shapeLines, typeWords } from './reading/shape-lines.ts';
import { traceWithin } from './reading/unknown-format.ts';

export interface UnknownDescription {
  /** What the text holds, as lines of an indented tree of keys and types; at most 40. Safe to print. */
  readonly shape: readonly string[];
  /** The formats that come nearest, best first, and in words what each would have needed; at most 3. Safe to print. */
  readonly nearest: readonly { readonly format: string; readonly missing: string }[];
}

const MAX_LINES = 40;
const MAX_NEAREST = 3;
/** Values that stand one behind the other, as in JSON lines: as many are looked at. */
const SAMPLED_VALUES = 50;

/**
 * Describes text that no trace format reads: its shape and the nearest formats. A head of a large file will do: what
 * is cut off is left out. Shows keys, types and counts, and no content but short words that tell records apart.
 */
export function describeUnknown(text: string): UnknownDescription {
  const { values, about } = valuesOf(text.startsWith('\ufeff') ? text.slice(1) : text);
  const [first] = values;
  if (values.length === 0) return { shape: [about], nearest: [] };
  const tree = shapeLines(values, MAX_LINES - 1).map((line) => `  ${line}`);
  return { shape: [about, ...tree], nearest: nearestFormats(values.length === 1 ? [first] : [first, values]) };
}

/** The JSON values of a text: one document, or what stands one behind the other. */
function valuesOf(text: string): { readonly values: readonly unknown[]; readonly about: string } {
  if (text.trim() === '') return { values: [], about: 'nothing but white space' };
  try {
    const values: unknown[] = [];
    let at = 0;
    while (values.length < SAMPLED_VALUES) {
      const scan = scanJson(text, at, true);
      if (scan.status !== 'complete') break;
      values.push(parsePythonJson(text.slice(at, scan.end)).value);
      at = scan.end;
    }
    const isWhole = values.length === 1 && text.slice(at).trim() === '';
    if (isWhole) return { values, about: `one JSON document: ${typeWords(values)}` };
    // Words and numbers at the start of some other text are no records.
    if (values.length > 0 && values.every((value) => typeof value === 'object')) {
      const lines = countLines(text);
      const sampled = values.length < lines ? `; the first ${values.length}` : '';
      return { values, about: `JSON values on ${plural(lines, 'line')}${sampled}: ${typeWords(values)}` };
    }
    const salvage = values.length === 0 ? salvageJson(text) : null;
    if (salvage === null) {
      const isCut = scanJson(text, 0, true).status === 'cut' && /^\s*[{[]/.test(text);
      return { values: [], about: isCut ? 'JSON that ends before any of it is complete' : notJson(text) };
    }
    const value = parsePythonJson(salvage.text).value;
    return { values: [value], about: `a JSON document that is cut off: ${typeWords([value])}` };
  } catch (error) {
    if (!AppError.isInstance(error)) throw error;
    return { values: [], about: error.message };
  }
}

const notJson = (text: string): string => `not JSON: it starts with "${excerpt(visibleText(text.slice(0, 400)), 60)}"`;

function countLines(text: string): number {
  let count = 0;
  let start = 0;
  while (start < text.length) {
    const feed = text.indexOf('\n', start);
    const end = feed === -1 ? text.length : feed;
    if (text.slice(start, end).trim() !== '') count++;
    start = end + 1;
  }
  return count;
}

/** `documents`: the same content in the ways it could be taken, such as a first line and all lines as a list. */
function nearestFormats(documents: readonly unknown[]): UnknownDescription['nearest'] {
  const ranked = allFormats()
    .map((format) => ({ format, ...comparison(format, documents) }))
    .filter(({ share, sharedKeys }) => share > 0 || sharedKeys >= 2)
    .sort((one, other) => other.share - one.share || other.sharedKeys - one.sharedKeys)
    .map(({ format, missing }) => ({ format: format.id, missing }));
  const inner = traceWithin(documents[0]);
  const within =
    inner === null
      ? []
      : [{ format: inner.format, missing: `it stands at ${visibleText(inner.pointer)}: pass that part alone` }];
  const others = ranked.filter(({ format }) => format !== inner?.format);
  return [...within, ...others].slice(0, MAX_NEAREST);
}

function comparison(format: TraceFormat, documents: readonly unknown[]) {
  const missing = format.marks.filter((mark) => !documents.some((document) => mark.isIn(document)));
  const first: unknown = Array.isArray(documents[0]) ? documents[0][0] : documents[0];
  const sharedKeys = isRecord(first) ? (format.keys ?? []).filter((key) => Object.hasOwn(first, key)).length : 0;
  return {
    share: 1 - missing.length / format.marks.length,
    sharedKeys,
    missing:
      missing.length > 0
        ? missing.map(({ what }) => `no ${what}`).join('; ')
        : 'most records do not have the shape, though each part of it is there',
  };
}
