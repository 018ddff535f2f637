import type { TrajectoryIndex } from '../../../trajectory/index-trajectory.ts';
import { failureOf } from '../../../trajectory/tool-failure.ts';
import { numbersIn } from './numbers.ts';

/** Known numbers that a value is tried to be computed from; beyond that, chance would find a way to any number. */
const MAX_KNOWN = 4_000;

/** A message that passes the task on holds what the task gives, whoever wrote it. */
export const handsOn = (text: string, instruction: string | null): boolean =>
  instruction !== null && instruction.length >= 20 && text.includes(instruction.trim().slice(0, 80));

/** A web page that was pasted in is a source, not a statement. */
export const isPage = (text: string): boolean => (text.slice(0, 20_000).match(/https?:\/\//g)?.length ?? 0) > 12;

/** Numbers that users and tools have given so far, to try whether a stated one is computed from them. */
export class KnownNumbers {
  readonly #index: TrajectoryIndex;
  /** Events before this one are read. */
  #next = 0;
  readonly #values = new Set<number>();

  constructor(index: TrajectoryIndex) {
    this.#index = index;
    const { instruction, policy } = index.trajectory;
    this.#add(`${instruction ?? ''}\n${policy ?? ''}`.slice(0, 100_000));
  }

  #add(text: string): void {
    for (const number of numbersIn(text)) {
      if (this.#values.size >= MAX_KNOWN) return;
      this.#values.add(Math.abs(number.value));
    }
  }

  /** Reads on to a position; no further than numbers are kept. */
  #readTo(position: number): void {
    const { events, trajectory } = this.#index;
    for (; this.#next < events.length && this.#values.size < MAX_KNOWN; this.#next++) {
      const placed = events[this.#next];
      if (placed === undefined || placed.step.position >= position) return;
      const { step, event } = placed;
      const isSource = step.role !== 'agent' || event.kind === 'tool-call' || event.kind === 'tool-result';
      if (!isSource && !handsOn(event.text, trajectory.instruction) && !isPage(event.text)) continue;
      if (event.kind === 'tool-result' && failureOf(event) !== null) continue;
      this.#add(event.text.slice(0, 200_000));
    }
  }

  /**
   * Whether a sum, difference, product or quotient of two known numbers gives the value. Asked in step order: what was
   * read for a later position stays known.
   */
  computes(value: { readonly value: string }, position: number): boolean {
    this.#readTo(position);
    const stated = numbersIn(` ${value.value} `)[0]?.value;
    if (stated === undefined) return false;
    const target = Math.abs(stated);
    for (const one of this.#values) {
      if (one === 0 || one === target) continue;
      const ways = [target - one, one - target, target / one, one / target, one * target];
      if (ways.some((other) => other > 1 && this.#values.has(Math.round(other * 100) / 100))) return true;
    }
    return false;
  }
}
