import { isRecord } from '../../base/json.ts';
import type { JsonSchema } from '../../contracts/model.ts';

/** What OpenAI takes in a schema that it enforces. One that has more is sent as advice, and read just as carefully. */
const ALLOWED = new Set([
  'type',
  'properties',
  'required',
  'additionalProperties',
  'items',
  'enum',
  'const',
  'anyOf',
  'description',
  'title',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minItems',
  'maxItems',
  'pattern',
  'format',
]);

/** Whether a schema can be enforced to the letter: closed objects whose properties are all required, known words only. */
export function isStrictSchema(schema: JsonSchema): boolean {
  return schema.type === 'object' && isStrict(schema, 10);
}

function isStrict(schema: unknown, depth: number): boolean {
  if (!isRecord(schema) || depth === 0) return false;
  if (Object.keys(schema).some((key) => !ALLOWED.has(key))) return false;
  const { properties, required, additionalProperties, items, anyOf } = schema;
  if (schema.type === 'object') {
    if (!isRecord(properties) || additionalProperties !== false || !Array.isArray(required)) return false;
    if (Object.keys(properties).some((key) => !required.includes(key))) return false;
    if (!Object.values(properties).every((one) => isStrict(one, depth - 1))) return false;
  }
  if (schema.type === 'array' && !isStrict(items, depth - 1)) return false;
  if (anyOf !== undefined && !(Array.isArray(anyOf) && anyOf.every((one) => isStrict(one, depth - 1)))) return false;
  return schema.type !== undefined || anyOf !== undefined || schema.enum !== undefined || schema.const !== undefined;
}
