import type { CallRecord, PlacedEvent, TrajectoryIndex } from '../../../trajectory/index-trajectory.ts';
import { doesVerb, type WriteVerb } from './write-verbs.ts';

interface OfVerb {
  readonly able: readonly string[];
  /** Calls of these tools that worked: position of the first. */
  readonly firstWorked: number;
  /** Of each id: position of the first call that worked and has it among its arguments or in its result. */
  readonly worked: ReadonlyMap<string, number>;
  /** Position of the first user or tool that said it was done; then of the first that named this id as well. */
  readonly firstTold: number;
  readonly told: ReadonlyMap<string, number>;
}

/**
 * What calls did and what users and tools said, by verb and by id. Each verb is looked up in the run once, so that the
 * time does not grow with the number of reports times the length of the run.
 */
export class ActionRecord {
  readonly #index: TrajectoryIndex;
  readonly #tools: ReadonlySet<string>;
  readonly #byVerb = new Map<WriteVerb, OfVerb>();
  #used: ReadonlySet<string> | null = null;

  constructor(index: TrajectoryIndex) {
    this.#index = index;
    this.#tools = new Set([...index.trajectory.tools.map((tool) => tool.name), ...index.callsByTool.keys()]);
  }

  /** Whether there is a tool that can do this. */
  canDo(verb: WriteVerb): boolean {
    return this.#of(verb).able.length > 0;
  }

  /** Whether a call up to this position did it. */
  wasDone(verb: WriteVerb, until: number): boolean {
    return this.#of(verb).firstWorked <= until;
  }

  /** Whether a call up to this position did it for this id. */
  wasDoneFor(verb: WriteVerb, id: string, until: number): boolean {
    return (this.#of(verb).worked.get(id) ?? Number.POSITIVE_INFINITY) <= until;
  }

  /** Whether a user or a tool said before this position that it was done (for this id, where one is given). */
  wasTold(verb: WriteVerb, id: string | null, before: number): boolean {
    const { firstTold, told } = this.#of(verb);
    return (id === null ? firstTold : (told.get(id) ?? Number.POSITIVE_INFINITY)) < before;
  }

  /** Whether any call of the run has this id among its arguments. */
  isUsed(id: string): boolean {
    this.#used ??= new Set(this.#index.calls.flatMap(({ call }) => idsIn(call.text)));
    return this.#used.has(id);
  }

  /** The last call up to this position that was to do it. */
  lastCall(verb: WriteVerb, until: number): CallRecord | null {
    const calls = this.#of(verb).able.map((tool) =>
      (this.#index.callsByTool.get(tool) ?? []).findLast((one) => one.step.position <= until),
    );
    return calls.findLast((one) => one !== undefined) ?? null;
  }

  #of(verb: WriteVerb): OfVerb {
    const known = this.#byVerb.get(verb);
    if (known !== undefined) return known;
    const able = [...this.#tools].filter((tool) => doesVerb(verb, tool));
    const calls = able
      .flatMap((tool) => this.#index.callsByTool.get(tool) ?? [])
      .filter((one) => one.failure === null)
      .sort((a, b) => a.step.position - b.step.position);
    const worked = firstPlaces(calls, ({ call, result }) => [...idsIn(call.text), ...idsIn(result?.text ?? '')]);
    const said = new RegExp(`\\b(?:${verb.done})\\b`, 'i');
    const tellers = this.#index.events.filter(
      ({ step, event }) => step.role !== 'agent' && step.role !== 'system' && said.test(event.text),
    );
    const made: OfVerb = {
      able,
      firstWorked: calls[0]?.step.position ?? Number.POSITIVE_INFINITY,
      worked,
      firstTold: tellers[0]?.step.position ?? Number.POSITIVE_INFINITY,
      told: firstPlaces(tellers, ({ event }: PlacedEvent) => idsIn(event.text)),
    };
    this.#byVerb.set(verb, made);
    return made;
  }
}

/** Words with a digit or a number sign, as they stand and without the sign. */
function idsIn(text: string): string[] {
  return (text.match(/[#\w-]{3,80}/g) ?? [])
    .filter((word) => /[#\d]/.test(word))
    .flatMap((word) => (word.startsWith('#') ? [word, word.slice(1)] : [word]));
}

function firstPlaces<T extends { readonly step: { readonly position: number } }>(
  items: readonly T[],
  idsOf: (item: T) => readonly string[],
): Map<string, number> {
  const places = new Map<string, number>();
  for (const item of items) {
    for (const id of idsOf(item)) if (!places.has(id)) places.set(id, item.step.position);
  }
  return places;
}
