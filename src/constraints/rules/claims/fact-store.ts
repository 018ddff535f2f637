import type { JsonValue } from '../../../base/json.ts';
import { evaluateArithmetic } from '../reading/arithmetic.ts';
import { numbersIn } from '../reading/numbers.ts';
import { normalise, singular, wordsOf } from '../reading/words.ts';
import { FieldName, type Scalar } from './field-name.ts';
import {
  type Collection,
  type DataRecord,
  extractRecords,
  type FieldVisitor,
  type Source,
  stringsOf,
} from './records.ts';

/** An expression that the agent gave a tool to compute. */
export interface Calculation {
  readonly value: number;
  readonly operands: readonly number[];
  readonly text: string;
  readonly source: Source;
}

/** Records with one id: enough to know every field's history, and a bound on runs that read one thing a thousand times. */
const MAX_VERSIONS = 40;

/** Collections that one word names: the latest, and whether others like it belong to something else. */
interface NamedCollections {
  latest: Collection;
  ambiguous: boolean;
}

/** What tools have said so far, looked up by id, name, amount and field. Grows with the run; nothing is forgotten. */
export class FactStore {
  readonly #byId = new Map<string, DataRecord[]>();
  readonly #byName = new Map<string, DataRecord[]>();
  readonly #byKeyWord = new Map<string, NamedCollections>();
  readonly #byOwnerName = new Map<string, NamedCollections>();
  readonly #calculationsByCents = new Map<number, Calculation>();
  readonly #byAmount = new Map<number, DataRecord[]>();
  readonly #fieldNames = new FieldName();
  readonly #values = new Map<string, FieldValues>();
  readonly #calculations: Calculation[] = [];
  readonly #touched = new Map<string, number>();
  readonly #numbers = new Set<number>();
  readonly #records: DataRecord[] = [];

  /** Adds what a tool's output, or the arguments of a call that worked, say. */
  add(data: JsonValue, source: Source): void {
    const { records, collections } = extractRecords(data, source, this.#fieldNames, this.#addField);
    for (const collection of collections) this.#addCollection(collection);
    for (const record of records) {
      this.#records.push(record);
      for (const id of record.ids) {
        push(this.#byId, id, record);
        const versions = this.#byId.get(id);
        if (versions !== undefined && versions.length > MAX_VERSIONS) versions.splice(1, 1);
      }
      if (record.name !== null) push(this.#byName, normalise(record.name), record);
    }
  }

  readonly #addField: FieldVisitor = (record, { last, isMoney }, value) => {
    const known = this.#values.get(last);
    if (known === undefined) this.#values.set(last, new FieldValues(value));
    else known.add(value);
    if (typeof value !== 'number') return;
    this.#numbers.add(value);
    if (isMoney) push(this.#byAmount, value, record);
  };

  #addCollection(collection: Collection): void {
    const { owner } = collection;
    name(this.#byKeyWord, lastWordOf(collection.key), collection);
    if (owner !== null && owner.name !== null && collection.members.length > 0) {
      name(this.#byOwnerName, wordsOf(owner.name).join(' '), collection);
    }
  }

  /** The collection that stands under a key that ends with this word; null where several things have one. */
  collectionByKey(word: string): NamedCollections | null {
    return this.#byKeyWord.get(word) ?? null;
  }

  /** The collection of the thing with this name, given as its words joined by blanks. */
  collectionByOwner(words: string): NamedCollections | null {
    return this.#byOwnerName.get(words) ?? null;
  }

  /** Collections that a record holds. */
  collectionsOf(record: DataRecord): readonly Collection[] {
    return record.collections;
  }

  /** Adds the numbers of a text, so that a number read there counts as known. */
  addNumbers(text: string): void {
    for (const number of numbersIn(text.slice(0, 200_000))) this.#numbers.add(Math.abs(number.value));
  }

  get records(): readonly DataRecord[] {
    return this.#records;
  }

  byId(id: string): readonly DataRecord[] {
    return this.#byId.get(id) ?? [];
  }

  /** Records with a price or other sum of money of exactly this size. */
  byAmount(amount: number): readonly DataRecord[] {
    return this.#byAmount.get(amount) ?? [];
  }

  byName(name: string): readonly DataRecord[] {
    return this.#byName.get(normalise(name)) ?? [];
  }

  get names(): Iterable<string> {
    return this.#byName.keys();
  }

  /** Records in the collections of a record. */
  membersOf(record: DataRecord): readonly DataRecord[] {
    return record.members;
  }

  /** Whether a field of this name had this value anywhere. */
  isKnownValue(key: string, value: string): boolean {
    return this.#values.get(key)?.normalised.has(normalise(value)) ?? false;
  }

  valuesOf(key: string): ReadonlySet<string> {
    return this.#values.get(key)?.normalised ?? new Set();
  }

  isKnownNumber(value: number): boolean {
    return this.#numbers.has(value) || this.#numbers.has(-value);
  }

  /** Calls that had an expression computed. */
  get calculations(): readonly Calculation[] {
    return this.#calculations;
  }

  /** The latest computation that gave this value, to the cent. */
  calculationOf(value: number): Calculation | null {
    return this.#calculationsByCents.get(Math.round(value * 100)) ?? null;
  }

  /** Notes the expressions among the arguments of a call. */
  addCalculation(data: JsonValue, source: Source): void {
    for (const text of stringsOf(data).slice(0, 20)) {
      const result = text.length < 2_000 ? evaluateArithmetic(text) : null;
      if (result === null) continue;
      const calculation = { value: result.value, operands: result.operands, text, source };
      this.#calculations.push(calculation);
      this.#calculationsByCents.set(Math.round(result.value * 100), calculation);
    }
  }

  /** Notes that a call named these ids: what they stand for may have changed since it was last read. */
  addCall(data: JsonValue, position: number): void {
    for (const text of stringsOf(data)) if (this.#byId.has(text)) this.#touched.set(text, position);
  }

  wasTouchedAfter(id: string, record: DataRecord): boolean {
    return (this.#touched.get(id) ?? -1) > record.source.step.position;
  }

  /** Ids that occur in a text, in order, each once. */
  idsIn(text: string): { readonly id: string; readonly start: number }[] {
    const found = new Map<string, number>();
    for (const match of text.matchAll(/#?[A-Za-z0-9][\w@.+-]{2,78}\w/g)) {
      for (const [candidate, shift] of [
        [match[0], 0],
        [match[0].replace(/^#/, ''), match[0].startsWith('#') ? 1 : 0],
      ] as const) {
        if (this.#byId.has(candidate) && !found.has(candidate)) {
          found.set(candidate, match.index + shift);
          break;
        }
      }
    }
    return [...found].map(([id, start]) => ({ id, start }));
  }
}

/** Values that fields of one name had, normalised only when they are asked for. */
class FieldValues {
  #unread: Scalar[];
  readonly #normalised = new Set<string>();

  constructor(first: Scalar) {
    this.#unread = [first];
  }

  add(value: Scalar): void {
    this.#unread.push(value);
  }

  get normalised(): ReadonlySet<string> {
    for (const value of this.#unread) this.#normalised.add(normalise(String(value)));
    this.#unread = [];
    return this.#normalised;
  }
}

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}

function name(map: Map<string, NamedCollections>, word: string, collection: Collection): void {
  const known = map.get(word);
  if (known === undefined) map.set(word, { latest: collection, ambiguous: false });
  else {
    known.ambiguous ||= ownerOf(known.latest) !== ownerOf(collection);
    known.latest = collection;
  }
}

/** What a collection belongs to, as text. */
export const ownerOf = (collection: Collection): string =>
  collection.owner === null ? collection.key : (collection.owner.ids[0] ?? collection.owner.name ?? '');

export const lastWordOf = (text: string): string => singular(normalise(text).split(' ').at(-1) ?? '');

/** The words of a field's path in the singular, sorted: `prices.economy` and "Economy price" are the same. */
export const pathWords = (path: string): string =>
  [...new Set(wordsOf(path.replace(/([a-z])([A-Z])/g, '$1 $2').replaceAll('.', ' ')))].sort().join(' ');
