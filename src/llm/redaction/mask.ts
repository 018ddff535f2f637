import type { SecretKind } from './secret-patterns.ts';

/** What a request was masked with. */
export interface Mask {
  /** Values masked, by kind. */
  readonly counts: Readonly<Record<string, number>>;
  /** Masks one more text; a value that occurred before gets the same placeholder. */
  apply(text: string): string;
  /** Puts the values back. With `json`, escaped as they must be within a JSON string. */
  restore(text: string, json: boolean): string;
}

const PLACEHOLDER = /⟦[A-Z][A-Z0-9_]{0,39}_\d{1,7}⟧/g;
/** A text may hold what looks like a placeholder: it must not be given somebody's secret for it. */
const LITERAL: SecretKind = {
  kind: 'LITERAL',
  *find(text) {
    for (const match of text.matchAll(PLACEHOLDER)) yield [match.index, match.index + match[0].length];
  },
};

/**
 * Placeholders are numbered within one request, in order of occurrence: so the same request is always masked the same
 * way, whatever else is asked at the time, and is found in the cache and in recordings.
 */
export function createMask(kinds: readonly SecretKind[]): Mask {
  const placeholders = new Map<string, string>();
  const values = new Map<string, string>();
  const counts: Record<string, number> = {};
  const placeholderFor = (kind: string, value: string): string => {
    const known = placeholders.get(value);
    if (known !== undefined) return known;
    const number = (counts[kind] ?? 0) + 1;
    counts[kind] = number;
    const placeholder = `⟦${kind}_${number}⟧`;
    placeholders.set(value, placeholder);
    values.set(placeholder, value);
    return placeholder;
  };
  return {
    counts,
    apply: (text) => {
      let masked = '';
      let end = 0;
      for (const found of findAll(text, [LITERAL, ...kinds])) {
        masked += text.slice(end, found.start) + placeholderFor(found.kind, text.slice(found.start, found.end));
        end = found.end;
      }
      return masked + text.slice(end);
    },
    restore: (text, json) =>
      text.replace(PLACEHOLDER, (placeholder) => {
        const value = values.get(placeholder);
        if (value === undefined) return placeholder;
        return json ? JSON.stringify(value).slice(1, -1) : value;
      }),
  };
}

/** What is to be masked, in order and without overlap. */
function findAll(text: string, kinds: readonly SecretKind[]) {
  const found: { readonly kind: string; readonly start: number; end: number }[] = [];
  for (const { kind, find } of kinds) for (const [start, end] of find(text)) found.push({ kind, start, end });
  found.sort((a, b) => a.start - b.start || b.end - a.end);
  // Two that overlap are masked as one, or the rest of the second would be left readable.
  const merged: typeof found = [];
  for (const one of found) {
    const last = merged.at(-1);
    if (last !== undefined && one.start < last.end) last.end = Math.max(last.end, one.end);
    else merged.push({ ...one });
  }
  return merged;
}
