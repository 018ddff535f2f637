import { stableStringify } from '../../base/json.ts';
import type { References } from './references.ts';

export interface SchemaIssue {
  /** Place in the value, such as `items[2].id`; "" for the value itself. */
  readonly path: string;
  /** What is wrong, to stand behind the path: `is missing`, `should be integer, is string`. */
  readonly problem: string;
}

/** Whether a text holds a match; null where that cannot be told. */
export type PatternTest = (text: string) => boolean | null;

export interface SchemaOptions {
  /** Compiles a regular expression, or says why not; left out = `pattern` is not looked at, nor is `format`. */
  readonly compilePattern?: (pattern: string) => PatternTest | string;
  /** An optional property that is null counts as left out, as agents write it. */
  readonly nullIsAbsent?: boolean;
}

/** What a schema says of one value, or of a part of it that is looked at by itself. */
export interface Findings {
  readonly issues: SchemaIssue[];
  /** Why it could not be told whether the value fits, in words. */
  readonly unclear: string[];
}

/** What all places of one validation share. */
export interface Walk {
  readonly references: References;
  readonly options: SchemaOptions;
  readonly enums: Map<unknown, ReadonlySet<string>>;
  readonly patterns: Map<string, PatternTest | string>;
  spent: number;
}

/** Parts of a value that a schema looked at, for `unevaluatedProperties` and `unevaluatedItems`. */
export interface Evaluated {
  readonly names: Set<string>;
  readonly items: Set<number>;
}

/** Where in schema and value a validation is. */
export interface Place {
  readonly walk: Walk;
  readonly path: string;
  readonly depth: number;
  readonly base: string;
  /** Addresses of the schema resources that were come through, the outermost first. */
  readonly scope: readonly string[];
  readonly findings: Findings;
  /** Holds a schema against a value at another place. */
  readonly check: (schema: unknown, value: unknown, at: Place) => Evaluated;
}

/** Work that one validation may take, in places looked at: schemas come from traces, and may refer to themselves. */
const MAX_WORK = 200_000;
export const MAX_ISSUES = 5;

/** Counts work; false once there was too much of it, which makes the answer unclear. */
export function spend({ walk, findings }: Place, work: number): boolean {
  walk.spent += work;
  if (walk.spent <= MAX_WORK) return true;
  unclear(findings, 'the schema and the value are too large to be compared whole');
  return false;
}

export function unclear(findings: Findings, why: string): void {
  if (findings.unclear.length < MAX_ISSUES && !findings.unclear.includes(why)) findings.unclear.push(why);
}

export function addIssue({ findings, path }: Place, problem: string): void {
  if (findings.issues.length < MAX_ISSUES) findings.issues.push({ path, problem });
}

export const newFindings = (): Findings => ({ issues: [], unclear: [] });

/** Whether a schema fits, without taking over what it finds; null where that cannot be told. */
export function fits(
  schema: unknown,
  value: unknown,
  at: Place,
): { readonly fits: boolean | null; readonly evaluated: Evaluated; readonly findings: Findings } {
  const findings = newFindings();
  const evaluated = at.check(schema, value, { ...at, findings });
  return { fits: findings.issues.length > 0 ? false : findings.unclear.length > 0 ? null : true, evaluated, findings };
}

/** The name of a property behind a path. */
export const under = (path: string, key: string): string =>
  /^[\p{L}\p{N}_$-]+$/u.test(key)
    ? path === ''
      ? key
      : `${path}.${key}`
    : `${path}[${JSON.stringify(shortened(key, 60))}]`;

/** A value as text, cut: values and schemas can be large. */
export function shown(value: unknown): string {
  const part =
    typeof value === 'string'
      ? value.slice(0, 200)
      : Array.isArray(value)
        ? value.slice(0, 20).map((one) => (typeof one === 'string' ? one.slice(0, 200) : one))
        : value;
  const text = JSON.stringify(part) ?? String(part);
  return shortened(text, 120);
}

const shortened = (text: string, max: number): string => (text.length > max ? `${text.slice(0, max - 1)}…` : text);

/** Text that is equal for equal values; what it costs is counted. */
export function keyOf(value: unknown, at: Place): string {
  const key = stableStringify(value);
  spend(at, key.length / 50);
  return key;
}
