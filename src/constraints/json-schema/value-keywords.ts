import { isRecord, own, ownArray, ownString } from '../../base/json.ts';
import { fitsFormat } from './formats.ts';
import { addIssue, keyOf, type PatternTest, type Place, shown, spend, unclear } from './place.ts';
import type { SchemaObject } from './references.ts';

const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === 'boolean',
  object: isRecord,
  array: Array.isArray,
  null: (value) => value === null,
};

/**
 * False where the type is wrong: then nothing else is worth saying. Names are taken in any case (`STRING`); what is no
 * type of JSON Schema (`dict`) cannot be told.
 */
export function checkType(schema: SchemaObject, value: unknown, at: Place): boolean {
  const declared = own(schema, 'type');
  const types = (Array.isArray(declared) ? declared : [declared])
    .filter((type): type is string => typeof type === 'string')
    .map((type) => type.toLowerCase());
  if (own(schema, 'nullable') === true && value === null) return false;
  if (types.length === 0 || types.some((type) => Object.hasOwn(TYPES, type) && TYPES[type]?.(value) === true))
    return true;
  const unknown = types.find((type) => !Object.hasOwn(TYPES, type));
  if (unknown !== undefined) {
    unclear(at.findings, `"${shown(unknown).slice(1, -1)}" is no type of JSON Schema`);
    return true;
  }
  addIssue(at, `should be ${types.join(' or ')}, is ${typeName(value)}`);
  return false;
}

function typeName(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** `enum`, `const`, and the bounds of numbers and texts. */
export function checkValue(schema: SchemaObject, value: unknown, at: Place): void {
  checkAllowed(schema, value, at);
  if (typeof value === 'number') checkNumber(schema, value, at);
  if (typeof value === 'string') checkString(schema, value, at);
}

function checkAllowed(schema: SchemaObject, value: unknown, at: Place): void {
  const listed = ownArray(schema, 'enum');
  if (listed !== null) {
    let keys = at.walk.enums.get(listed);
    if (keys === undefined) {
      keys = new Set(listed.map((one) => keyOf(one, at)));
      at.walk.enums.set(listed, keys);
    }
    if (!keys.has(keyOf(value, at))) addIssue(at, `is ${shown(value)}, which is none of ${shown(listed)}`);
  }
  if (Object.hasOwn(schema, 'const') && keyOf(own(schema, 'const'), at) !== keyOf(value, at)) {
    addIssue(at, `is ${shown(value)}, which is none of ${shown([own(schema, 'const')])}`);
  }
}

const numberAt = (schema: SchemaObject, key: string): number | null => {
  const found = own(schema, key);
  return typeof found === 'number' ? found : null;
};

function checkNumber(schema: SchemaObject, value: number, at: Place): void {
  const least = numberAt(schema, 'minimum');
  const most = numberAt(schema, 'maximum');
  // Draft-04 writes a flag beside the bound.
  const above = own(schema, 'exclusiveMinimum') === true ? least : numberAt(schema, 'exclusiveMinimum');
  const below = own(schema, 'exclusiveMaximum') === true ? most : numberAt(schema, 'exclusiveMaximum');
  if (least !== null && value < least) addIssue(at, `is below the least allowed ${least}`);
  if (most !== null && value > most) addIssue(at, `is above the most allowed ${most}`);
  if (above !== null && value <= above) addIssue(at, `is not above ${above}`);
  if (below !== null && value >= below) addIssue(at, `is not below ${below}`);
  const step = numberAt(schema, 'multipleOf');
  if (step !== null && step > 0 && !isMultiple(value, step)) addIssue(at, `is ${value}, no multiple of ${step}`);
}

/** With the error of binary fractions: 0.3 is a multiple of 0.1. */
function isMultiple(value: number, step: number): boolean {
  const quotient = value / step;
  if (!Number.isFinite(quotient)) return false;
  return Math.abs(quotient - Math.round(quotient)) <= Math.max(1, Math.abs(quotient)) * 1e-12;
}

function checkString(schema: SchemaObject, value: string, at: Place): void {
  checkSize(schema, 'Length', () => codePoints(value), 'characters', at);
  const { compilePattern } = at.walk.options;
  if (compilePattern === undefined) return;
  const pattern = ownString(schema, 'pattern');
  if (pattern !== null) {
    const found = searched(pattern, value, at);
    if (found === false) addIssue(at, `is ${shown(value)}, which does not match ${shown(pattern)}`);
  }
  const format = ownString(schema, 'format');
  if (format !== null && fitsFormat(format, value) === false) addIssue(at, `is ${shown(value)}, which is no ${format}`);
}

function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** Whether a text matches a pattern; null where that cannot be told, which is noted. */
export function searched(pattern: string, text: string, at: Place): boolean | null {
  const test = compiled(pattern, at);
  if (typeof test === 'string') {
    unclear(at.findings, `the pattern ${shown(pattern)}: ${test}`);
    return null;
  }
  if (!spend(at, 1 + text.length / 20)) return null;
  const found = test(text);
  if (found === null) unclear(at.findings, `${at.path || 'the value'} is too long for the pattern ${shown(pattern)}`);
  return found;
}

function compiled(pattern: string, { walk }: Place): PatternTest | string {
  const known = walk.patterns.get(pattern);
  if (known !== undefined) return known;
  const made = walk.options.compilePattern?.(pattern) ?? 'patterns are not looked at';
  walk.patterns.set(pattern, made);
  return made;
}

/** `minX` and `maxX` of a size that is counted only where one of them is there. */
export function checkSize(schema: SchemaObject, kind: string, size: () => number, what: string, at: Place): void {
  const least = numberAt(schema, `min${kind}`);
  const most = numberAt(schema, `max${kind}`);
  if (least === null && most === null) return;
  const count = size();
  if (least !== null && count < least) addIssue(at, `is shorter than ${least}: it has ${count} ${what}`);
  if (most !== null && count > most) addIssue(at, `is longer than ${most}: it has ${count} ${what}`);
}
