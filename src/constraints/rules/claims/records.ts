import { isRecord, type JsonValue } from '../../../base/json.ts';
import type { Step, TraceEvent } from '../../../contracts/trajectory.ts';
import type { FieldName, Scalar } from './field-name.ts';

/** Where a fact stands. */
export interface Source {
  readonly step: Step;
  readonly event: TraceEvent;
}

/** An object of a tool's output: what it says of one thing. */
export interface DataRecord {
  /** Fields by path within the object, such as `status`, `prices.economy`. Read anew on first use. */
  readonly fields: ReadonlyMap<string, Scalar>;
  readonly ids: readonly string[];
  /** Its `name` or `title`. */
  readonly name: string | null;
  /** The record whose collection it is in; null at the top. */
  readonly owner: DataRecord | null;
  /** Collections that it holds, and the records in them. */
  readonly collections: readonly Collection[];
  readonly members: readonly DataRecord[];
  readonly source: Source;
}

/** A list of records or of plain values, or a map from ids to records. */
export interface Collection {
  /** Key it stands under; "" at the top of an output. */
  readonly key: string;
  readonly members: readonly DataRecord[];
  readonly size: number;
  readonly owner: DataRecord | null;
  readonly source: Source;
}

export interface Extracted {
  readonly records: readonly DataRecord[];
  readonly collections: readonly Collection[];
}

/** Told of each field of each record, in order. */
export type FieldVisitor = (record: DataRecord, name: FieldName, value: Scalar) => void;

const MAX_DEPTH = 10;
const MAX_RECORDS = 20_000;
/** Objects within an object whose fields count as its own. */
const MAX_LEVELS = 3;
/** Whether a value can be told from ordinary words: it holds a digit, or is long, and has no blank. */
export const isIdValue = (value: string): boolean =>
  value.length >= 4 && value.length <= 80 && !/\s/.test(value) && (/\d/.test(value) || /^[A-Z]{5,}$/.test(value));

const isScalar = (value: unknown): value is Scalar =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

const NO_COLLECTIONS: readonly Collection[] = [];
const NO_RECORDS: readonly DataRecord[] = [];

/** Long runs hold records by the hundred thousand, and few are ever asked for: fields stay in the output till then. */
class ReadRecord implements DataRecord {
  readonly ids: string[] = [];
  name: string | null = null;
  readonly owner: DataRecord | null;
  #collections: Collection[] | null = null;
  #members: DataRecord[] | null = null;
  readonly source: Source;
  readonly #object: Record<string, unknown>;
  #fields: ReadonlyMap<string, Scalar> | null = null;

  constructor(object: Record<string, unknown>, owner: DataRecord | null, source: Source) {
    this.#object = object;
    this.owner = owner;
    this.source = source;
  }

  // Most records hold nothing, and share the empty lists.
  get collections(): readonly Collection[] {
    return this.#collections ?? NO_COLLECTIONS;
  }

  get members(): readonly DataRecord[] {
    return this.#members ?? NO_RECORDS;
  }

  addCollection(collection: Collection): void {
    if (this.#collections === null) this.#collections = [collection];
    else this.#collections.push(collection);
  }

  addMember(record: DataRecord): void {
    if (this.#members === null) this.#members = [record];
    else this.#members.push(record);
  }

  get fields(): ReadonlyMap<string, Scalar> {
    this.#fields ??= fieldsOf(this.#object);
    return this.#fields;
  }
}

function fieldsOf(object: Record<string, unknown>): Map<string, Scalar> {
  const fields = new Map<string, Scalar>();
  const read = (part: Record<string, unknown>, prefix: string, level: number): void => {
    for (const [key, value] of Object.entries(part)) {
      const path = prefix === '' ? key : `${prefix}.${key}`;
      if (isScalar(value)) fields.set(path, value);
      else if (isRecord(value) && level < MAX_LEVELS && !isRecordMap(value)) read(value, path, level + 1);
    }
  };
  read(object, '', 0);
  return fields;
}

/**
 * Reads the records and collections out of a JSON value. Bounded in depth and number. `names` holds the names of fields
 * met so far, so that each is looked at once, not once a record.
 */
export function extractRecords(data: JsonValue, source: Source, names: FieldName, visit: FieldVisitor): Extracted {
  const records: DataRecord[] = [];
  const collections: Collection[] = [];

  const addCollection = (collection: Collection, owner: ReadRecord | null): void => {
    collections.push(collection);
    owner?.addCollection(collection);
  };

  const readObject = (object: Record<string, unknown>, owner: ReadRecord | null, depth: number): ReadRecord => {
    const readable = depth <= MAX_DEPTH;
    const record = new ReadRecord(readable ? object : {}, owner, source);
    const counted = records.length < MAX_RECORDS;
    if (counted) {
      records.push(record);
      owner?.addMember(record);
    }
    const readFields = (part: Record<string, unknown>, prefix: FieldName, level: number): void => {
      for (const key of Object.keys(part)) {
        const value = part[key];
        const field = prefix.child(key);
        if (isScalar(value)) {
          if (level === 0 && field.isTitle && typeof value === 'string') record.name = value;
          if (field.isId && isIdValue(String(value))) record.ids.push(String(value));
          if (counted) visit(record, field, value);
        } else if (Array.isArray(value)) {
          readList(value, key, record, depth + 1);
          if (field.isId) for (const id of value) if (typeof id === 'string' && isIdValue(id)) record.ids.push(id);
        } else if (isRecord(value)) {
          if (isRecordMap(value)) readMap(value, key, record, depth + 1);
          else if (level < MAX_LEVELS) readFields(value, field, level + 1);
        }
      }
    };
    if (readable) readFields(object, names, 0);
    return record;
  };

  const readList = (list: readonly unknown[], key: string, owner: ReadRecord | null, depth: number): void => {
    if (depth > MAX_DEPTH) return;
    const members: DataRecord[] = [];
    for (const element of list) {
      if (isRecord(element)) members.push(readObject(element, owner, depth + 1));
      else if (Array.isArray(element)) readList(element, key, owner, depth + 1);
    }
    addCollection({ key, members, size: list.length, owner, source }, owner);
  };

  const readMap = (map: Record<string, unknown>, key: string, owner: ReadRecord | null, depth: number): void => {
    if (depth > MAX_DEPTH) return;
    const members: DataRecord[] = [];
    for (const element of Object.values(map)) {
      if (isRecord(element)) members.push(readObject(element, owner, depth + 1));
    }
    addCollection({ key, members, size: members.length, owner, source }, owner);
  };

  if (Array.isArray(data)) readList(data, '', null, 0);
  else if (isRecord(data)) {
    if (isRecordMap(data)) readMap(data, '', null, 0);
    else readObject(data, null, 0);
  }
  return { records, collections };
}

/** A map from ids to records: every value is an object, and some key comes back inside, or the keys look like ids. */
function isRecordMap(value: Record<string, unknown>): boolean {
  const entries = Object.entries(value);
  if (entries.length === 0 || !entries.every(([, inner]) => isRecord(inner))) return false;
  return entries.every(([key, inner]) => isIdValue(key) || Object.values(inner as object).includes(key));
}

/** Every string in a JSON value, at most 2,000 of them. Walks without recursion. */
export function stringsOf(data: JsonValue): string[] {
  const found: string[] = [];
  const open: unknown[] = [data];
  while (open.length > 0 && found.length < 2_000) {
    const value = open.pop();
    if (typeof value === 'string') found.push(value);
    else if (Array.isArray(value)) open.push(...value.slice(0, 2_000));
    else if (isRecord(value)) open.push(...Object.values(value).slice(0, 2_000));
  }
  return found;
}
