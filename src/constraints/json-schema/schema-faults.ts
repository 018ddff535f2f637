import { isRecord, own, ownString } from '../../base/json.ts';
import { indexReferences, type References } from './references.ts';
import { subschemas } from './subschemas.ts';

/** What is wrong with a schema itself. */
export interface SchemaFault {
  /** JSON pointer to it within the schema; "" for the schema itself. */
  readonly pointer: string;
  readonly problem: string;
  /** False where values can still be held against the rest of the schema; what it says there cannot be told then. */
  readonly isFatal: boolean;
}

const MAX_FAULTS = 20;

const isText = (value: unknown): boolean => typeof value === 'string';
const isCount = (value: unknown): boolean => typeof value === 'number' && value >= 0;
const isNumber = (value: unknown): boolean => typeof value === 'number';
const isBound = (value: unknown): boolean => typeof value === 'number' || typeof value === 'boolean';
const isSchema = (value: unknown): boolean => isRecord(value) || typeof value === 'boolean';
const isListOf = (holds: (value: unknown) => boolean) => (value: unknown) => Array.isArray(value) && value.every(holds);
const isObjectOf = (holds: (value: unknown) => boolean) => (value: unknown) =>
  isRecord(value) && Object.values(value).every(holds);

type Shape = readonly [test: (value: unknown) => boolean, shape: string];

const alike = (keywords: string, ...shape: Shape): (readonly [string, Shape])[] =>
  keywords.split(' ').map((keyword) => [keyword, shape]);

/** What keywords must hold; a keyword that is not here may hold anything. */
const SHAPES: readonly (readonly [keyword: string, shape: Shape])[] = [
  ...alike('type', (value) => isText(value) || isListOf(isText)(value), 'the name of a type, or a list of names'),
  ...alike('enum', Array.isArray, 'a list'),
  ...alike('required', (value) => isListOf(isText)(value) || typeof value === 'boolean', 'a list of names'),
  ...alike('properties dependentSchemas $defs definitions', isObjectOf(isSchema), 'an object of schemas by name'),
  ...alike('patternProperties', isObjectOf(isSchema), 'an object of schemas by pattern'),
  ...alike('dependentRequired', isObjectOf(isListOf(isText)), 'an object of lists of names'),
  ...alike('allOf anyOf oneOf prefixItems', isListOf(isSchema), 'a list of schemas'),
  ...alike('items', (value) => isSchema(value) || isListOf(isSchema)(value), 'a schema'),
  ...alike('additionalProperties additionalItems propertyNames contains not', isSchema, 'a schema'),
  ...alike('if then else unevaluatedProperties unevaluatedItems', isSchema, 'a schema'),
  ...alike('pattern', isText, 'a regular expression'),
  ...alike('$ref', isText, 'a reference'),
  ...alike('minimum maximum', isNumber, 'a number'),
  ...alike('exclusiveMinimum exclusiveMaximum', isBound, 'a number'),
  ...alike('multipleOf', (value) => typeof value === 'number' && value > 0, 'a number above 0'),
  ...alike('minLength maxLength minItems maxItems', isCount, 'a count'),
  ...alike('minProperties maxProperties minContains maxContains', isCount, 'a count'),
];

/** Types of JSON Schema; others that people write make a schema that cannot be told, not one that is refused. */
const TYPES = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'];

interface Node {
  readonly schema: unknown;
  readonly pointer: string;
  readonly base: string;
}

/**
 * Looks through a schema before anything is held against it: keywords that do not hold what they must, references that
 * lead nowhere, and those that lead back to where they started without going down into the value. `patternProblem` says
 * why a regular expression cannot be run; null = it can.
 */
export function schemaFaults(
  schema: unknown,
  patternProblem: (pattern: string) => string | null,
): readonly SchemaFault[] {
  const faults: SchemaFault[] = [];
  const add = (pointer: string, problem: string, isFatal: boolean): void => {
    if (faults.length < MAX_FAULTS) faults.push({ pointer, problem, isFatal });
  };
  if (!isSchema(schema)) {
    add('', 'is no schema: an object is expected', true);
    return faults;
  }
  const references = indexReferences(schema);
  const seen = new Set<unknown>();
  const pointers = new Map<unknown, Node>();
  const open: Node[] = [{ schema, pointer: '', base: references.rootBase }];
  for (let node = open.pop(); node !== undefined && faults.length < MAX_FAULTS; node = open.pop()) {
    if (!isRecord(node.schema) || seen.has(node.schema)) continue;
    seen.add(node.schema);
    const base = references.baseOf(node.schema) ?? node.base;
    pointers.set(node.schema, { ...node, base });
    for (const [keyword, [test, shape]] of SHAPES) {
      const value = own(node.schema, keyword);
      if (value !== undefined && !test(value)) add(`${node.pointer}/${keyword}`, `should be ${shape}`, true);
    }
    lookAtTypes(node, add);
    lookAtPatterns(node, patternProblem, add);
    const reference = ownString(node.schema, '$ref');
    if (reference !== null && references.resolve(reference, base) === null) {
      const isLocal = reference.startsWith('#');
      const why = isLocal ? 'which is not there' : 'which is not in the file: nothing is fetched';
      add(`${node.pointer}/$ref`, `refers to ${reference.slice(0, 200)}, ${why}`, isLocal);
    }
    const inner = subschemas(node.schema).map((one) => ({
      schema: one.schema,
      pointer: `${node.pointer}${one.pointer}`,
      base,
    }));
    open.push(...inner.reverse());
  }
  const cycle = findCycle([...pointers.values()], references, pointers);
  if (cycle !== null) add(cycle, 'refers to itself without end: no value is looked at on the way', true);
  return faults;
}

type Add = (pointer: string, problem: string, isFatal: boolean) => void;

function lookAtTypes({ schema, pointer }: Node, add: Add): void {
  const declared = own(schema, 'type');
  for (const type of Array.isArray(declared) ? declared : [declared]) {
    if (typeof type === 'string' && !TYPES.includes(type.toLowerCase())) {
      add(`${pointer}/type`, `"${type.slice(0, 60)}" is no type of JSON Schema`, false);
    }
  }
}

function lookAtPatterns({ schema, pointer }: Node, patternProblem: (pattern: string) => string | null, add: Add): void {
  const pattern = ownString(schema, 'pattern');
  const keyed = own(schema, 'patternProperties');
  const patterns = [
    ...(pattern === null ? [] : [['pattern', pattern] as const]),
    ...(isRecord(keyed) ? Object.keys(keyed).map((key) => ['patternProperties', key] as const) : []),
  ];
  for (const [keyword, text] of patterns) {
    const problem = patternProblem(text);
    if (problem !== null) add(`${pointer}/${keyword}`, `${JSON.stringify(text.slice(0, 80))}: ${problem}`, false);
  }
}

/** The pointer of a reference that leads back to its own schema, by ways that stay at one value; null where none does. */
function findCycle(nodes: readonly Node[], references: References, known: ReadonlyMap<unknown, Node>): string | null {
  const done = new Set<unknown>();
  for (const start of nodes) {
    if (done.has(start.schema)) continue;
    const onPath = new Set<unknown>([start.schema]);
    const path: { readonly node: Node; readonly next: Node[] }[] = [
      { node: start, next: reached(start, references, known) },
    ];
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const next = top.next.pop();
      if (next === undefined) {
        done.add(top.node.schema);
        onPath.delete(top.node.schema);
        path.pop();
      } else if (onPath.has(next.schema)) {
        const through =
          [...path].reverse().find(({ node }) => ownString(node.schema, '$ref') !== null)?.node ?? top.node;
        return `${through.pointer}/$ref`;
      } else if (!done.has(next.schema)) {
        onPath.add(next.schema);
        path.push({ node: next, next: reached(next, references, known) });
      }
    }
  }
  return null;
}

/** Schemas that speak of the same value as one. */
function reached(node: Node, references: References, known: ReadonlyMap<unknown, Node>): Node[] {
  if (!isRecord(node.schema)) return [];
  const found = subschemas(node.schema)
    .filter(({ inPlace, schema }) => inPlace && isRecord(schema))
    .map(
      ({ schema, pointer }) => known.get(schema) ?? { schema, pointer: `${node.pointer}${pointer}`, base: node.base },
    );
  const reference = ownString(node.schema, '$ref');
  const target = reference === null ? null : references.resolve(reference, node.base);
  if (target !== null && isRecord(target.schema)) {
    found.push(
      known.get(target.schema) ?? {
        schema: target.schema,
        pointer: reference?.replace(/^#/, '') ?? '',
        base: target.base,
      },
    );
  }
  return found;
}
