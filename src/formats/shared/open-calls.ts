import type { Step } from '../../contracts/trajectory.ts';

export interface OpenCall {
  /** Id in the source; "" where it gives none. */
  readonly given: string;
  readonly callId: string;
  readonly name: string;
  readonly step: Step;
}

interface Queue {
  readonly calls: OpenCall[];
  /** Calls before this place are answered. */
  head: number;
}

/**
 * Tool calls that wait for their result. A result with an id answers the oldest call of that id. One without answers a
 * call of its name in the latest step that has one open, the oldest there: parallel calls are answered in their order,
 * and a call that was never answered does not shift every pair after it. Each operation takes constant time, spread out.
 */
export class OpenCalls {
  readonly #byId = new Map<string, Queue>();
  /** One queue for each step that called. */
  readonly #byName = new Map<string, Queue[]>();
  readonly #all: Queue[] = [];
  readonly #waiting = new Set<OpenCall>();

  has(id: string): boolean {
    return this.#first(this.#byId.get(id)) !== null;
  }

  add(call: OpenCall): void {
    this.#waiting.add(call);
    if (call.given !== '') {
      const same = this.#byId.get(call.given);
      if (same === undefined) this.#byId.set(call.given, { calls: [call], head: 0 });
      else same.calls.push(call);
    }
    const named = this.#byName.get(call.name) ?? [];
    this.#byName.set(call.name, named);
    for (const queues of [named, this.#all]) {
      const last = queues.at(-1);
      if (last?.calls[0]?.step === call.step) last.calls.push(call);
      else queues.push({ calls: [call], head: 0 });
    }
  }

  /** Takes the call that a result answers; null where there is none. */
  take(id: string | null, name: string | null): OpenCall | null {
    const call =
      id !== null && id !== ''
        ? this.#first(this.#byId.get(id))
        : name === null
          ? this.#latest(this.#all)
          : (this.#latest(this.#byName.get(name)) ?? this.#latest(this.#byName.get('')));
    if (call !== null) this.#waiting.delete(call);
    return call;
  }

  /** Calls that nothing answered, in order. */
  rest(): Iterable<OpenCall> {
    return this.#waiting;
  }

  #first(queue: Queue | undefined): OpenCall | null {
    if (queue === undefined) return null;
    for (;;) {
      const call = queue.calls[queue.head];
      if (call === undefined) return null;
      if (this.#waiting.has(call)) return call;
      queue.head++;
    }
  }

  #latest(queues: Queue[] | undefined): OpenCall | null {
    while (queues !== undefined && queues.length > 0) {
      const found = this.#first(queues.at(-1));
      if (found !== null) return found;
      queues.pop();
    }
    return null;
  }
}
