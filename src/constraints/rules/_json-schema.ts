import { isRecord, own, ownArray, ownString, stableStringify } from '../../base/json.ts';

export interface SchemaIssue {
  /** Place in the value, such as `items[2].id`; "" for the value itself. */
  readonly path: string;
  /** What is wrong, to stand behind the path: `is missing`, `should be integer, is string`. */
  readonly problem: string;
}

/** Deepest schema and most places that are looked at: schemas come from traces, and may refer to themselves. */
const MAX_DEPTH = 32;
const MAX_PLACES = 5_000;
const MAX_ISSUES = 5;

/**
 * What of a JSON Schema a value breaks: types, required, unknown properties, enum and const, bounds, items, local
 * references and combinators. `pattern` and `format` are not looked at: a trace's regular expression is not run.
 * An optional property that is null counts as left out.
 */
export function schemaIssues(schema: unknown, value: unknown): readonly SchemaIssue[] {
  const walk: Walk = { root: schema, places: 0, issues: [] };
  check(walk, schema, value, '', 0);
  return walk.issues.slice(0, MAX_ISSUES);
}

interface Walk {
  readonly root: unknown;
  places: number;
  readonly issues: SchemaIssue[];
}

function check(walk: Walk, given: unknown, value: unknown, path: string, depth: number): void {
  if (depth > MAX_DEPTH || walk.places++ > MAX_PLACES || walk.issues.length >= MAX_ISSUES) return;
  const schema = resolved(walk.root, given);
  if (!isRecord(schema)) return;
  if (!checkType(walk, schema, value, path)) return;
  checkValue(walk, schema, value, path);
  if (isRecord(value)) checkObject(walk, schema, value, path, depth);
  if (Array.isArray(value)) {
    const items = own(schema, 'items');
    if (isRecord(items)) {
      value.forEach((item, index) => {
        check(walk, items, item, `${path}[${index}]`, depth + 1);
      });
    }
  }
  for (const part of ownArray(schema, 'allOf') ?? []) check(walk, part, value, path, depth + 1);
  for (const key of ['anyOf', 'oneOf'] as const) {
    const options = ownArray(schema, key);
    if (options === null || options.length === 0) continue;
    if (!options.some((option) => fits(walk, option, value, depth))) {
      walk.issues.push({ path, problem: 'fits none of the alternatives of its schema' });
    }
  }
}

function fits(walk: Walk, option: unknown, value: unknown, depth: number): boolean {
  const inner: Walk = { root: walk.root, places: walk.places, issues: [] };
  check(inner, option, value, '', depth + 1);
  walk.places = inner.places;
  return inner.issues.length === 0;
}

/** Follows a reference within the document (`#/$defs/x`), a few at most. */
function resolved(root: unknown, schema: unknown): unknown {
  let current = schema;
  for (let hops = 0; hops < 8; hops++) {
    const reference = ownString(current, '$ref');
    if (reference === null) return current;
    if (!reference.startsWith('#/')) return null;
    current = reference
      .slice(2)
      .split('/')
      .reduce<unknown>((at, part) => own(at, part.replaceAll('~1', '/').replaceAll('~0', '~')), root);
  }
  return null;
}

const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === 'boolean',
  object: isRecord,
  array: Array.isArray,
  null: (value) => value === null,
};

/** False where the type is wrong: then nothing else is worth saying. Types that JSON Schema does not know are let pass. */
function checkType(walk: Walk, schema: Record<string, unknown>, value: unknown, path: string): boolean {
  const declared = own(schema, 'type');
  const types = (Array.isArray(declared) ? declared : [declared])
    .filter((type): type is string => typeof type === 'string')
    .map((type) => type.toLowerCase());
  if (own(schema, 'nullable') === true && value === null) return false;
  if (types.length === 0 || types.some((type) => !Object.hasOwn(TYPES, type) || TYPES[type]?.(value) === true))
    return true;
  walk.issues.push({ path, problem: `should be ${types.join(' or ')}, is ${typeName(value)}` });
  return false;
}

function typeName(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function checkValue(walk: Walk, schema: Record<string, unknown>, value: unknown, path: string): void {
  const allowed = ownArray(schema, 'enum') ?? (Object.hasOwn(schema, 'const') ? [own(schema, 'const')] : null);
  if (allowed !== null && !allowed.some((one) => stableStringify(one) === stableStringify(value))) {
    walk.issues.push({ path, problem: `is ${shown(value)}, which is none of ${shown(allowed)}` });
  }
  const size = typeof value === 'string' ? [...value].length : Array.isArray(value) ? value.length : null;
  const kind = typeof value === 'string' ? 'Length' : 'Items';
  const bounds: readonly (readonly [string, number | null, (a: number, b: number) => boolean, string])[] = [
    ['minimum', asNumber(value), (a, b) => a < b, 'is below the least allowed'],
    ['maximum', asNumber(value), (a, b) => a > b, 'is above the most allowed'],
    ['exclusiveMinimum', asNumber(value), (a, b) => a <= b, 'is not above'],
    ['exclusiveMaximum', asNumber(value), (a, b) => a >= b, 'is not below'],
    [`min${kind}`, size, (a, b) => a < b, 'is shorter than'],
    [`max${kind}`, size, (a, b) => a > b, 'is longer than'],
  ];
  for (const [key, actual, broken, words] of bounds) {
    const bound = asNumber(own(schema, key));
    if (actual !== null && bound !== null && broken(actual, bound))
      walk.issues.push({ path, problem: `${words} ${bound}` });
  }
}

const asNumber = (value: unknown): number | null => (typeof value === 'number' ? value : null);

function checkObject(
  walk: Walk,
  schema: Record<string, unknown>,
  value: Record<string, unknown>,
  path: string,
  depth: number,
): void {
  const properties = own(schema, 'properties');
  const required = new Set((ownArray(schema, 'required') ?? []).filter((key) => typeof key === 'string'));
  const under = (key: string): string => (path === '' ? key : `${path}.${key}`);
  for (const key of required) {
    if (!Object.hasOwn(value, key)) walk.issues.push({ path: under(key), problem: 'is missing' });
  }
  const others = own(schema, 'additionalProperties');
  for (const [key, inner] of Object.entries(value)) {
    const known = own(properties, key);
    if (known !== undefined) {
      if (inner !== null || required.has(key)) check(walk, known, inner, under(key), depth + 1);
    } else if (others === false && own(schema, 'patternProperties') === undefined) {
      walk.issues.push({ path: under(key), problem: 'is not an argument of the tool' });
    } else if (isRecord(others)) check(walk, others, inner, under(key), depth + 1);
  }
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 120 ? `${text.slice(0, 119)}…` : text;
}
