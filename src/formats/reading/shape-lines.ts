import { isRecord } from '../../base/json.ts';
import { excerpt, plural, visibleText } from '../../base/text.ts';

const MAX_DEPTH = 3;
/** Elements of a list, or lines of a file, whose keys are looked at. */
const SAMPLE = 50;
/** Keys shown of one object, by its depth. */
const MAX_KEYS = [24, 12, 8];
/** Keys whose values tell kinds of records apart; of these, short values are shown. Others may hold anything. */
const TELLING = new Set(['type', 'kind', 'role', 'event', 'object', 'schema', 'schema_version', 'version', 'status']);
const MAX_TELLING = 4;
const MAX_TELLING_CHARS = 24;

/**
 * The shape of JSON values that stand at the same place, as an indented tree: keys, types and counts, never contents
 * but the short words that tell records apart. At most `maxLines` lines: where it would be more, deeper levels go.
 */
export function shapeLines(values: readonly unknown[], maxLines: number): readonly string[] {
  let lines: string[] = [];
  for (let depth = MAX_DEPTH; depth > 0; depth--) {
    lines = [];
    addKeys(lines, values, 0, depth);
    if (lines.length <= maxLines) return lines;
  }
  return [...lines.slice(0, maxLines - 1), `… and ${plural(lines.length - maxLines + 1, 'more line')}`];
}

/** What the values at one place are, in a few words. */
export function typeWords(values: readonly unknown[]): string {
  const kinds = new Map<string, unknown[]>();
  for (const value of values) {
    const kind = kindOf(value);
    const known = kinds.get(kind);
    if (known === undefined) kinds.set(kind, [value]);
    else known.push(value);
  }
  return [...kinds].map(([kind, alike]) => withSize(kind, alike)).join(' or ');
}

const kindOf = (value: unknown): string => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'list';
  const names: Readonly<Record<string, string>> = { string: 'text', boolean: 'true/false' };
  return names[typeof value] ?? typeof value;
};

function withSize(kind: string, values: readonly unknown[]): string {
  const sizes = values.map((value) => {
    if (Array.isArray(value) || typeof value === 'string') return value.length;
    return isRecord(value) ? Object.keys(value).length : 0;
  });
  const range = rangeOf(sizes);
  if (kind === 'list') return `list of ${range}`;
  if (kind === 'object') return `object of ${range} ${range === '1' ? 'key' : 'keys'}`;
  return kind === 'text' ? `text of ${range} ${range === '1' ? 'character' : 'characters'}` : kind;
}

function rangeOf(sizes: readonly number[]): string {
  let least = Number.POSITIVE_INFINITY;
  let most = 0;
  for (const size of sizes) {
    if (size < least) least = size;
    if (size > most) most = size;
  }
  return least === most ? `${most}` : `${least} to ${most}`;
}

function addKeys(lines: string[], values: readonly unknown[], depth: number, maxDepth: number): void {
  if (depth >= maxDepth) return;
  const indent = '  '.repeat(depth);
  const records = values.filter(isRecord);
  const found = new Map<string, unknown[]>();
  for (const record of records) {
    for (const [key, value] of Object.entries(record)) {
      const known = found.get(key);
      if (known === undefined) found.set(key, [value]);
      else known.push(value);
    }
  }
  const limit = MAX_KEYS[depth] ?? 0;
  for (const [key, inner] of [...found].slice(0, limit)) {
    const often = inner.length === records.length ? '' : ` (in ${inner.length} of ${records.length})`;
    lines.push(`${indent}${safe(key)}: ${typeWords(inner)}${telling(key, inner)}${often}`);
    addKeys(lines, inner, depth + 1, maxDepth);
  }
  if (found.size > limit) lines.push(`${indent}… and ${plural(found.size - limit, 'more key')}`);
  addElements(lines, values, depth, maxDepth);
}

function addElements(lines: string[], values: readonly unknown[], depth: number, maxDepth: number): void {
  const elements: unknown[] = [];
  for (const value of values) {
    if (Array.isArray(value)) for (const element of value.slice(0, SAMPLE - elements.length)) elements.push(element);
  }
  if (elements.length === 0) return;
  lines.push(`${'  '.repeat(depth)}[]: ${typeWords(elements)}`);
  addKeys(lines, elements, depth + 1, maxDepth);
}

function telling(key: string, values: readonly unknown[]): string {
  if (!TELLING.has(key)) return '';
  const words = new Set<string>();
  for (const value of values) {
    if (typeof value !== 'string' || value.length > MAX_TELLING_CHARS) return '';
    words.add(value);
  }
  const shown = [...words].slice(0, MAX_TELLING).map((word) => `"${safe(word)}"`);
  return `: ${shown.join(', ')}${words.size > MAX_TELLING ? ', …' : ''}`;
}

const safe = (text: string): string => excerpt(visibleText(text), 40);
