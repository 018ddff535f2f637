import { isRecord, own, ownArray } from '../../base/json.ts';
import { addIssue, type Evaluated, type Place, spend, under } from './place.ts';
import type { SchemaObject } from './references.ts';
import { checkSize, searched } from './value-keywords.ts';

/** The keywords of objects but for `unevaluatedProperties`; `evaluated` hears which properties they looked at. */
export function checkObject(
  schema: SchemaObject,
  value: Readonly<Record<string, unknown>>,
  at: Place,
  evaluated: Evaluated,
): void {
  const keys = Object.keys(value);
  checkSize(schema, 'Properties', () => keys.length, 'properties', at);
  const required = requiredOf(schema, at);
  for (const key of required) {
    if (!Object.hasOwn(value, key)) addIssue({ ...at, path: under(at.path, key) }, 'is missing');
  }
  checkDependent(schema, value, at);
  checkNames(schema, keys, at);
  checkProperties(schema, value, keys, required, at, evaluated);
}

function requiredOf(schema: SchemaObject, at: Place): ReadonlySet<string> {
  const listed = ownArray(schema, 'required') ?? [];
  return spend(at, listed.length / 10) ? new Set(listed.filter((key) => typeof key === 'string')) : new Set();
}

/** `dependentRequired`, and the lists of `dependencies`. */
function checkDependent(schema: SchemaObject, value: Readonly<Record<string, unknown>>, at: Place): void {
  for (const keyword of ['dependentRequired', 'dependencies'] as const) {
    const byName = own(schema, keyword);
    if (!isRecord(byName) || !spend(at, Object.keys(byName).length / 10)) continue;
    for (const [key, needed] of Object.entries(byName)) {
      if (!Array.isArray(needed) || !Object.hasOwn(value, key)) continue;
      for (const name of needed) {
        if (typeof name === 'string' && !Object.hasOwn(value, name)) {
          addIssue({ ...at, path: under(at.path, name) }, `is missing, and ${key} asks for it`);
        }
      }
    }
  }
}

function checkNames(schema: SchemaObject, keys: readonly string[], at: Place): void {
  const names = own(schema, 'propertyNames');
  if (names === undefined) return;
  for (const key of keys) {
    at.check(names, key, { ...at, path: `the name ${under(at.path, key)}`, depth: at.depth + 1 });
  }
}

function checkProperties(
  schema: SchemaObject,
  value: Readonly<Record<string, unknown>>,
  keys: readonly string[],
  required: ReadonlySet<string>,
  at: Place,
  evaluated: Evaluated,
): void {
  const properties = own(schema, 'properties');
  const patterns = own(schema, 'patternProperties');
  const others = own(schema, 'additionalProperties');
  if (properties === undefined && patterns === undefined && others === undefined) return;
  const byPattern = isRecord(patterns) ? Object.entries(patterns) : [];
  for (const key of keys) {
    if (!spend(at, 1)) return;
    const inner = value[key];
    const place = { ...at, path: under(at.path, key), depth: at.depth + 1 };
    const known = own(properties, key);
    // Written as null by agents that mean to leave it out.
    const isAbsent = at.walk.options.nullIsAbsent === true && inner === null && !required.has(key);
    let isKnown = known !== undefined;
    if (known !== undefined && !isAbsent) at.check(known, inner, place);
    for (const [pattern, schemaOfPattern] of byPattern) {
      const matches = at.walk.options.compilePattern === undefined ? null : searched(pattern, key, at);
      // Where it cannot be told, the key is not taken for one that nobody knows.
      if (matches !== false) isKnown = true;
      if (matches === true) at.check(schemaOfPattern, inner, place);
    }
    if (isKnown || others !== undefined) evaluated.names.add(key);
    if (isKnown || others === undefined) continue;
    if (others === false) addIssue(place, at.path === '' ? 'is not an argument of the tool' : 'is not known there');
    else at.check(others, inner, place);
  }
}

/** `unevaluatedProperties`: what no other keyword looked at. */
export function checkUnevaluatedProperties(
  schema: SchemaObject,
  value: Readonly<Record<string, unknown>>,
  at: Place,
  evaluated: Evaluated,
): void {
  const rest = own(schema, 'unevaluatedProperties');
  if (rest === undefined) return;
  for (const key of Object.keys(value)) {
    if (evaluated.names.has(key)) continue;
    const place = { ...at, path: under(at.path, key), depth: at.depth + 1 };
    if (rest === false) addIssue(place, at.path === '' ? 'is not an argument of the tool' : 'is not known there');
    else at.check(rest, value[key], place);
    evaluated.names.add(key);
  }
}
