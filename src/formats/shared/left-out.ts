import { isRecord } from '../../base/json.ts';
import { excerpt, visibleText } from '../../base/text.ts';
import type { TrajectoryBuilder } from './trajectory-builder.ts';

const MAX_KINDS = 4;
const MAX_KEYS = 3;

interface Count {
  count: number;
  firstRef: string | null;
}

/** Records of a document that a format does not read: how many, of what kind, and where the first stands. */
export class LeftOut {
  readonly #kinds = new Map<string, Count>();
  readonly #withoutId: Count = { count: 0, firstRef: null };
  readonly #logs = new Map<string, number>();
  readonly #fields = new Map<string, number>();

  addRecord(raw: unknown, ref: string): void {
    const kind = kindOf(raw);
    const known = this.#kinds.get(this.#kinds.size < MAX_KINDS || this.#kinds.has(kind) ? kind : 'of other kinds');
    if (known !== undefined) known.count++;
    else this.#kinds.set(this.#kinds.size < MAX_KINDS ? kind : 'of other kinds', { count: 1, firstRef: ref });
  }

  addSpanWithoutId(ref: string): void {
    this.#withoutId.count++;
    this.#withoutId.firstRef ??= ref;
  }

  /** A log record that is left out on purpose, and what it is. */
  addLog(what: string): void {
    this.#logs.set(what, (this.#logs.get(what) ?? 0) + 1);
  }

  /** A field beside the spans that holds no records. */
  addField(key: string): void {
    const name = excerpt(visibleText(key), 40);
    const known = this.#fields.has(name) || this.#fields.size < MAX_KINDS ? name : 'others';
    this.#fields.set(known, (this.#fields.get(known) ?? 0) + 1);
  }

  /** Counts all of it in the coverage of the trajectory that is read from the same document. */
  tell(builder: TrajectoryBuilder): void {
    const { count: withoutId, firstRef } = this.#withoutId;
    if (withoutId > 0) builder.warn('SPAN_WITHOUT_ID', 'an element of the list is no span', firstRef, withoutId);
    const kinds = [...this.#kinds];
    const records = kinds.reduce((sum, [, { count }]) => sum + count, 0);
    if (records > 0) {
      const named = kinds.map(([kind, { count }]) => `${count} ${kind}`).join('; ');
      const message = `records beside the spans were left out: ${named}`;
      builder.warn('RECORD_WITHOUT_SPAN', message, kinds[0]?.[1].firstRef ?? null, records);
    }
    if (withoutId + records > 0) builder.complete = false;
    builder.countRecord(withoutId + records);
    for (const [what, count] of this.#logs) {
      builder.countRecord(count);
      builder.elide(what, count);
    }
    const fields = [...this.#fields];
    if (fields.length > 0) {
      const count = fields.reduce((sum, [, one]) => sum + one, 0);
      builder.elide(`fields beside the spans: ${fields.map(([name]) => name).join(', ')}`, count);
    }
  }
}

function kindOf(raw: unknown): string {
  if (raw === null) return 'null';
  if (Array.isArray(raw)) return 'list';
  if (!isRecord(raw)) return typeof raw === 'string' ? 'text' : typeof raw;
  const keys = Object.keys(raw);
  if (keys.length === 0) return 'object without keys';
  const shown = keys.slice(0, MAX_KEYS).map((key) => `"${excerpt(visibleText(key), 30)}"`);
  return `object with ${shown.join(', ')}${keys.length > MAX_KEYS ? ', …' : ''}`;
}
