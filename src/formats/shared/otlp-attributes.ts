import { isRecord, own, ownArray, ownString, tryParseJson } from '../../base/json.ts';

/** What a map of attributes is read through; a plain object is not copied for it. */
export interface Attributes extends Iterable<[string, unknown]> {
  readonly size: number;
  get(key: string): unknown;
  has(key: string): boolean;
  keys(): Iterable<string>;
}

export const NO_ATTRIBUTES: Attributes = new Map();

class RecordAttributes implements Attributes {
  readonly #record: Readonly<Record<string, unknown>>;

  constructor(record: Readonly<Record<string, unknown>>) {
    this.#record = record;
  }

  get size(): number {
    return this.keys().length;
  }

  get(key: string): unknown {
    return own(this.#record, key);
  }

  has(key: string): boolean {
    return Object.hasOwn(this.#record, key);
  }

  keys(): readonly string[] {
    return Object.keys(this.#record);
  }

  *[Symbol.iterator](): Generator<[string, unknown]> {
    for (const key of this.keys()) yield [key, this.#record[key]];
  }
}

/** Deepest nesting that a flattened key is rebuilt to ("llm.input_messages.0.message.role" has five levels). */
const MAX_FLAT_DEPTH = 32;

/** Attributes of a span, event or resource: OTLP's list of keys and values, Jaeger's tags, or a plain object. */
export function readAttributes(raw: unknown): Attributes {
  if (Array.isArray(raw)) {
    const attributes = new Map<string, unknown>();
    for (const pair of raw) {
      const key = ownString(pair, 'key') ?? ownString(pair, 'Key');
      if (key !== null) attributes.set(key, readAnyValue(own(pair, 'value') ?? own(pair, 'Value')));
    }
    return attributes;
  }
  return isRecord(raw) ? new RecordAttributes(raw) : NO_ATTRIBUTES;
}

/** OTLP's `AnyValue` (`{stringValue: …}`) as a plain value; other values are given back as they are. */
export function readAnyValue(raw: unknown): unknown {
  if (!isRecord(raw)) return raw;
  const keys = Object.keys(raw);
  const key = keys[0];
  if (keys.length !== 1 || key === undefined) return raw;
  const value = raw[key];
  switch (key) {
    case 'stringValue':
    case 'string_value':
    case 'boolValue':
    case 'bool_value':
    case 'doubleValue':
    case 'double_value':
    case 'bytesValue':
    case 'bytes_value':
      return value;
    case 'intValue':
    case 'int_value':
      return typeof value === 'string' && Number.isSafeInteger(Number(value)) ? Number(value) : value;
    case 'arrayValue':
    case 'array_value':
      return (ownArray(value, 'values') ?? []).map(readAnyValue);
    case 'kvlistValue':
    case 'kvlist_value':
      return toRecord(readAttributes(ownArray(value, 'values') ?? []));
    default:
      return raw;
  }
}

function toRecord(attributes: Attributes): Record<string, unknown> {
  const record = Object.create(null) as Record<string, unknown>;
  for (const [key, value] of attributes) record[key] = value;
  return record;
}

/** The first of the attributes that is text with something in it. */
export function attributeText(attributes: Attributes, ...keys: readonly string[]): string | null {
  for (const key of keys) {
    const value = attributes.get(key);
    if (typeof value === 'string' && value !== '') return value;
  }
  return null;
}

/** The first of the attributes that is a number, or text that is one (OTLP writes 64-bit integers as text). */
export function attributeNumber(attributes: Attributes, ...keys: readonly string[]): number | null {
  for (const key of keys) {
    const value = attributes.get(key);
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
    if (typeof number === 'number' && Number.isFinite(number)) return number;
  }
  return null;
}

/** The first of the attributes that is there; text that holds JSON is parsed. Undefined where none is. */
export const attributeValue = (attributes: Attributes, ...keys: readonly string[]): unknown =>
  parsedValue(attributeRaw(attributes, ...keys));

/** The first of the attributes that is there, as it stands. */
export function attributeRaw(attributes: Attributes, ...keys: readonly string[]): unknown {
  for (const key of keys) {
    const value = attributes.get(key);
    if (value !== undefined && value !== null && value !== '') return value;
  }
  return undefined;
}

/** A value that may have been written as JSON text: the object or list in it, else the value as it is. */
export function parsedValue(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const first = value.trimStart()[0];
  return first === '{' || first === '[' ? (tryParseJson(value) ?? value) : value;
}

interface FlatNode {
  value: unknown;
  children: Map<string, FlatNode> | null;
}

/**
 * Rebuilds what was flattened under a prefix: `a.0.b = 1` gives `[{b: 1}]` for prefix `a`. Undefined where nothing was.
 * Lists are in the order of their indexes; an index that was left out leaves no hole.
 */
export function unflatten(attributes: Attributes, prefix: string): unknown {
  const root: FlatNode = { value: undefined, children: null };
  const start = `${prefix}.`;
  for (const key of attributes.keys()) {
    if (!key.startsWith(start)) continue;
    const path = key.slice(start.length).split('.');
    if (path.length > MAX_FLAT_DEPTH) continue;
    let node = root;
    for (const part of path) node = childOf(node, part);
    node.value = attributes.get(key);
  }
  return nodeValue(root);
}

function childOf(node: FlatNode, part: string): FlatNode {
  node.children ??= new Map();
  let child = node.children.get(part);
  if (child === undefined) {
    child = { value: undefined, children: null };
    node.children.set(part, child);
  }
  return child;
}

function nodeValue({ value, children }: FlatNode): unknown {
  if (children === null) return value;
  if (isList(children)) {
    const entries = [...children].sort(([a], [b]) => Number(a) - Number(b));
    return entries.map(([, child]) => nodeValue(child));
  }
  const record = Object.create(null) as Record<string, unknown>;
  for (const [key, child] of children) record[key] = nodeValue(child);
  return record;
}

function isList(children: ReadonlyMap<string, FlatNode>): boolean {
  for (const key of children.keys()) if (!/^\d{1,9}$/.test(key)) return false;
  return true;
}
