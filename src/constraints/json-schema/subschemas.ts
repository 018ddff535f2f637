import { isRecord, own, pointerPart } from '../../base/json.ts';

/** Keywords whose value is a schema, a list of schemas, or an object of schemas by name. */
const ONE = [
  'not',
  'if',
  'then',
  'else',
  'items',
  'additionalItems',
  'contains',
  'additionalProperties',
  'propertyNames',
  'unevaluatedItems',
  'unevaluatedProperties',
] as const;
const LISTS = ['allOf', 'anyOf', 'oneOf', 'prefixItems', 'items'] as const;
const BY_NAME = [
  'properties',
  'patternProperties',
  'dependentSchemas',
  'dependencies',
  '$defs',
  'definitions',
] as const;
/** Keywords that hold their schemas against the very value that the schema itself is held against. */
const IN_PLACE: ReadonlySet<string> = new Set([
  'not',
  'if',
  'then',
  'else',
  'allOf',
  'anyOf',
  'oneOf',
  'dependentSchemas',
  'dependencies',
]);

export interface Subschema {
  readonly schema: unknown;
  readonly keyword: string;
  /** JSON pointer from the schema it stands in. */
  readonly pointer: string;
  /** Whether it speaks of the same value as the schema it stands in. */
  readonly inPlace: boolean;
}

/** The schemas that stand directly in a schema; what is no schema (`enum`, `const`, `default`) is passed over. */
export function subschemas(schema: Readonly<Record<string, unknown>>): readonly Subschema[] {
  const found: Subschema[] = [];
  const add = (inner: unknown, keyword: string, pointer: string): void => {
    found.push({ schema: inner, keyword, pointer, inPlace: IN_PLACE.has(keyword) });
  };
  for (const keyword of ONE) {
    const inner = own(schema, keyword);
    if (inner !== undefined && !Array.isArray(inner)) add(inner, keyword, `/${keyword}`);
  }
  for (const keyword of LISTS) {
    const list = own(schema, keyword);
    if (Array.isArray(list)) for (const [at, inner] of list.entries()) add(inner, keyword, `/${keyword}/${at}`);
  }
  for (const keyword of BY_NAME) {
    const byName = own(schema, keyword);
    if (!isRecord(byName)) continue;
    for (const [name, inner] of Object.entries(byName)) {
      // `dependencies` of draft-07 holds lists of names too.
      if (!Array.isArray(inner)) add(inner, keyword, `/${keyword}/${pointerPart(name)}`);
    }
  }
  return found;
}
