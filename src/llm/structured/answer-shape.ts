import { z } from 'zod';
import { AppError } from '../../base/errors.ts';
import { isRecord } from '../../base/json.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { JsonSchema } from '../../contracts/model.ts';

/** The shape of an answer: what is sent to the provider, and how what comes back is read. */
export interface AnswerShape<T> {
  readonly json: JsonSchema;
  /** The error names the places that do not fit, in words for the model. */
  readonly accept: (value: unknown) => Result<T, string>;
}

const MAX_ISSUES = 8;

/** @throws AppError INTERNAL: a schema of ours that cannot be used */
export function answerShape<T>(schema: z.ZodType<T> | JsonSchema): AnswerShape<T> {
  const type = isZod(schema) ? schema : fromJson<T>(schema);
  const json = isZod(schema) ? toJson(schema) : schema;
  return {
    json,
    accept: (value) => {
      const read = type.safeParse(value);
      if (read.success) return ok(read.data);
      const issues = read.error.issues.slice(0, MAX_ISSUES).map(({ path, message }) => {
        return `${path.length === 0 ? 'the value' : path.map(String).join('.')}: ${message}`;
      });
      return err(issues.join('; '));
    },
  };
}

const isZod = <T>(schema: z.ZodType<T> | JsonSchema): schema is z.ZodType<T> => '_zod' in schema;

function fromJson<T>(schema: JsonSchema): z.ZodType<T> {
  try {
    // Whoever writes a schema as data also says what type it stands for; nothing can check that.
    return z.fromJSONSchema(schema) as unknown as z.ZodType<T>;
  } catch (cause) {
    throw new AppError('INTERNAL', 'the JSON Schema of an answer cannot be used', { cause });
  }
}

/** What the model must write, so the input side; objects closed, since providers that constrain the answer want that. */
function toJson(schema: z.ZodType): JsonSchema {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return closed(json);
}

function closed(schema: Readonly<Record<string, unknown>>): JsonSchema {
  const copy: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(schema)) {
    // What zod says of every integer: it is true of every number that arrives.
    if (typeof value === 'number' && Math.abs(value) === Number.MAX_SAFE_INTEGER) continue;
    copy[key] = Array.isArray(value) ? value.map(closedValue) : closedValue(value);
  }
  return isRecord(copy.properties) && copy.type === 'object' && copy.additionalProperties === undefined
    ? { ...copy, additionalProperties: false }
    : copy;
}

const closedValue = (value: unknown): unknown => (isRecord(value) ? closed(value) : value);
