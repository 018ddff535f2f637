import { isRecord, pointerPart, tryParseJson } from '../../../src/base/json.ts';

/** A value inside a JSON document, and the way to it. */
export interface Place {
  readonly path: readonly (string | number)[];
  readonly value: unknown;
  /** What the value is called: its key, or the `key` beside it where a list of key-value pairs holds it. */
  readonly name: string;
}

export const pointerOf = (path: readonly (string | number)[]): string =>
  path.map((part) => `/${pointerPart(part)}`).join('');

/** Every string, number and boolean of a document; JSON inside strings is not opened. */
export function leavesOf(document: unknown): Place[] {
  const leaves: Place[] = [];
  const visit = (value: unknown, path: readonly (string | number)[], name: string): void => {
    if (Array.isArray(value)) {
      value.forEach((one, index) => {
        visit(one, [...path, index], name);
      });
    } else if (isRecord(value)) {
      // OpenTelemetry writes attributes as {"key": "name", "value": {"stringValue": …}}.
      const pair = typeof value.key === 'string' && 'value' in value ? value.key : null;
      for (const [key, inner] of Object.entries(value)) {
        const known = /^(?:string|int|double|bool)Value$/.test(key) ? name : key;
        visit(inner, [...path, key], pair !== null && key === 'value' ? pair : known);
      }
    } else if (value !== null && value !== undefined) {
      leaves.push({ path, value, name });
    }
  };
  visit(document, [], '');
  return leaves;
}

/** Every string of a document, and those inside strings that are JSON. */
export function textsOf(document: unknown): string[] {
  return leavesOf(document).flatMap(({ value }) => {
    if (typeof value !== 'string') return [String(value)];
    const inner = tryParseJson(value);
    return isRecord(inner) || Array.isArray(inner) ? [value, ...textsOf(inner)] : [value];
  });
}

export function at(document: unknown, path: readonly (string | number)[]): unknown {
  let value = document;
  for (const part of path) {
    if (Array.isArray(value)) value = value[Number(part)];
    else if (isRecord(value)) value = value[part];
    else return undefined;
  }
  return value;
}

/** A copy of a document in which each of these places holds something else, or is gone (`undefined`). */
export function withPlaces(
  document: unknown,
  changes: readonly { readonly path: readonly (string | number)[]; readonly value: unknown }[],
): unknown {
  const copy: unknown = structuredClone(document);
  const removed: { readonly list: unknown[]; readonly index: number }[] = [];
  for (const { path, value } of changes) {
    const last = path.at(-1);
    const parent = at(copy, path.slice(0, -1));
    if (last === undefined) continue;
    if (Array.isArray(parent) && value === undefined) removed.push({ list: parent, index: Number(last) });
    else if (Array.isArray(parent)) parent[Number(last)] = value;
    else if (isRecord(parent) && value === undefined) delete parent[last];
    else if (isRecord(parent)) parent[last] = value;
  }
  for (const { list, index } of removed.sort((a, b) => b.index - a.index)) list.splice(index, 1);
  return copy;
}

/** Another value of the same kind: a number or a flag that is written as text stays one, JSON stays JSON. */
export function altered(value: unknown): unknown {
  if (typeof value === 'number') return value + 4711;
  if (typeof value === 'boolean') return !value;
  if (Array.isArray(value)) return value.map(altered);
  if (isRecord(value)) return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, altered(inner)]));
  if (typeof value !== 'string') return value;
  if (/^\s*-?\d+(?:\.\d+)?\s*$/.test(value)) return String(Number(value) + 4711);
  if (/^true$/i.test(value)) return value.startsWith('T') ? 'False' : 'false';
  if (/^false$/i.test(value)) return value.startsWith('F') ? 'True' : 'true';
  const inner = tryParseJson(value);
  if (Array.isArray(inner) && inner.length === 0) return '["quite another text"]';
  return isRecord(inner) || Array.isArray(inner) ? JSON.stringify(altered(inner)) : 'quite another text';
}
