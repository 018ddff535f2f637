import { isRecord, type JsonValue } from '../../../base/json.ts';
import type { Step, TraceEvent } from '../../../contracts/trajectory.ts';

export type Scalar = string | number | boolean;

/** Where a fact stands. */
export interface Source {
  readonly step: Step;
  readonly event: TraceEvent;
}

/** An object of a tool's output: what it says of one thing. */
export interface DataRecord {
  /** Fields by path within the object, such as `status`, `prices.economy`. */
  readonly fields: ReadonlyMap<string, Scalar>;
  readonly ids: readonly string[];
  /** Its `name` or `title`. */
  readonly name: string | null;
  /** The record whose collection it is in; null at the top. */
  readonly owner: DataRecord | null;
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

const MAX_DEPTH = 10;
const MAX_RECORDS = 20_000;
const ID_KEY = /(?:^|[_\s-])(?:ids?|number|no|code|key|uuid|ref|reference|sku)$|Id$|ID$/;

/** Whether a key names ids: `order_id`, `flight_number`, `trackingId`. */
export const isIdKey = (key: string): boolean => ID_KEY.test(key);

/** Whether a value can be told from ordinary words: it holds a digit, or is long, and has no blank. */
export const isIdValue = (value: string): boolean =>
  value.length >= 4 && value.length <= 80 && !/\s/.test(value) && (/\d/.test(value) || /^[A-Z]{5,}$/.test(value));

/** Reads the records and collections out of a JSON value. Bounded in depth and number. */
export function extractRecords(data: JsonValue, source: Source): Extracted {
  const records: DataRecord[] = [];
  const collections: Collection[] = [];

  const readObject = (object: Record<string, unknown>, owner: DataRecord | null, depth: number): DataRecord => {
    const fields = new Map<string, Scalar>();
    const ids: string[] = [];
    let name: string | null = null;
    const record: DataRecord = {
      fields,
      ids,
      get name() {
        return name;
      },
      owner,
      source,
    };
    if (records.length < MAX_RECORDS) records.push(record);
    const readFields = (part: Record<string, unknown>, prefix: string, level: number): void => {
      for (const [key, value] of Object.entries(part)) {
        const path = prefix === '' ? key : `${prefix}.${key}`;
        if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
          fields.set(path, value);
          if (level === 0 && (key === 'name' || key === 'title') && typeof value === 'string') name = value;
          if (isIdKey(key) && isIdValue(String(value))) ids.push(String(value));
        } else if (Array.isArray(value)) {
          readList(value, key, record, depth + 1);
          if (isIdKey(key)) for (const id of value) if (typeof id === 'string' && isIdValue(id)) ids.push(id);
        } else if (isRecord(value)) {
          if (isRecordMap(value)) readMap(value, key, record, depth + 1);
          else if (level < 3) readFields(value, path, level + 1);
        }
      }
    };
    if (depth <= MAX_DEPTH) readFields(object, '', 0);
    return record;
  };

  const readList = (list: readonly unknown[], key: string, owner: DataRecord | null, depth: number): void => {
    if (depth > MAX_DEPTH) return;
    const members: DataRecord[] = [];
    for (const element of list) {
      if (isRecord(element)) members.push(readObject(element, owner, depth + 1));
      else if (Array.isArray(element)) readList(element, key, owner, depth + 1);
    }
    collections.push({ key, members, size: list.length, owner, source });
  };

  const readMap = (map: Record<string, unknown>, key: string, owner: DataRecord | null, depth: number): void => {
    if (depth > MAX_DEPTH) return;
    const members: DataRecord[] = [];
    for (const element of Object.values(map)) {
      if (isRecord(element)) members.push(readObject(element, owner, depth + 1));
    }
    collections.push({ key, members, size: members.length, owner, source });
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
