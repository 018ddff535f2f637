import { stableStringify } from '../../base/json.ts';
import type { Step } from '../../contracts/trajectory.ts';
import { parsedValue } from './otlp-attributes.ts';

export interface CallEntry {
  readonly callId: string;
  readonly name: string;
  readonly signature: string;
  readonly step: Step;
  /** Span of the agent that called; "" where there is none. Agents answer their own calls. */
  readonly owner: string;
  /** Whether the source gave the id, so that results refer to it. */
  readonly idGiven: boolean;
  /** `called`: waits for its tool; `running`: a tool's span stands for it, without a result yet; `answered`. */
  state: 'called' | 'running' | 'answered';
  /** Step to which a result that turns up later belongs. */
  resultStep: Step | null;
  /** Whether a message told the result, not the span of the tool: messages may tell it in several pieces. */
  toldByMessage: boolean;
}

/** Tool calls of a trace: the same call is told by the model's output, the tool's span and every later conversation. */
export class CallLedger {
  readonly #byId = new Map<string, CallEntry>();
  readonly #bySignature = new Map<string, CallEntry[]>();
  readonly #waiting = new Map<string, CallEntry[]>();

  add(
    call: Omit<CallEntry, 'state' | 'resultStep' | 'signature' | 'toldByMessage'> & { readonly arguments: unknown },
  ): CallEntry {
    const { callId, name, step, owner, idGiven } = call;
    const signature = signatureOf(name, call.arguments);
    const fresh = { state: 'called' as const, resultStep: null, toldByMessage: false };
    const entry: CallEntry = { callId, name, step, owner, idGiven, signature, ...fresh };
    this.#byId.set(callId, entry);
    append(this.#bySignature, signature, entry);
    append(this.#waiting, name, entry);
    return entry;
  }

  byId(id: string | null): CallEntry | null {
    return id === null ? null : (this.#byId.get(id) ?? null);
  }

  /** Whether a call that a conversation repeats is known: by id, else as the n-th of its tool and arguments. */
  knows(id: string | null, name: string, args: unknown, times: Map<string, number>): boolean {
    const signature = signatureOf(name, args);
    const occurrence = (times.get(signature) ?? 0) + 1;
    times.set(signature, occurrence);
    if (id !== null && this.#byId.has(id)) return true;
    const same = this.#bySignature.get(signature) ?? [];
    // Calls with ids of their own are told apart by these alone.
    const comparable = id === null ? same : same.filter((entry) => !entry.idGiven);
    return occurrence <= comparable.length;
  }

  /** The waiting call that a tool's span without the call's id stands for: of equal arguments, else the oldest. */
  takeWaiting(name: string, args: unknown, owner: string): CallEntry | null {
    const waiting = this.#waiting.get(name);
    if (waiting === undefined) return null;
    const open = waiting.filter((entry) => entry.state === 'called').slice(-MAX_WAITING);
    this.#waiting.set(name, open);
    const signature = signatureOf(name, args);
    const own = open.filter((entry) => entry.owner === owner);
    return own.find((entry) => entry.signature === signature) ?? own[0] ?? null;
  }

  /** The one call of an agent that waits, where there is just one: a result that names no call answers that. */
  onlyWaiting(owner: string): CallEntry | null {
    let only: CallEntry | null = null;
    for (const waiting of this.#waiting.values()) {
      for (const entry of waiting.slice(-OPEN_SEARCHED)) {
        if (entry.state !== 'called' || entry.owner !== owner) continue;
        if (only !== null) return null;
        only = entry;
      }
    }
    return only;
  }

  /** A call without a result that has exactly this text as an argument: of one agent, or (null) of any. */
  openWithArgument(text: string, owner: string | null): CallEntry | null {
    const quoted = JSON.stringify(text);
    for (const waiting of this.#waiting.values()) {
      for (const entry of waiting.slice(-OPEN_SEARCHED)) {
        const isOpen = entry.state !== 'answered' && (owner === null || entry.owner === owner);
        if (isOpen && entry.signature.includes(quoted)) return entry;
      }
    }
    return null;
  }

  /** Calls whose tool ran and whose result was found nowhere. */
  running(): readonly CallEntry[] {
    return [...this.#byId.values()].filter((entry) => entry.state === 'running');
  }
}

const OPEN_SEARCHED = 8;
/** Calls of one tool that are kept waiting: more in parallel than any agent makes. */
const MAX_WAITING = 256;

function append(map: Map<string, CallEntry[]>, key: string, entry: CallEntry): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [entry]);
  else known.push(entry);
}

const signatureOf = (name: string, args: unknown): string => `${name}(${stableStringify(parsedValue(args) ?? null)})`;
