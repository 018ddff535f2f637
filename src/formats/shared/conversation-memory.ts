import type { Step } from '../../contracts/trajectory.ts';

/** From this length on, equal texts are the same message whoever is said to have said them. */
const LONG = 24;
/** How much of a text the other must make up for the two to be one message with a wrapper around it. */
const ECHO_SHARE = 0.6;
/** Texts are found by how they start; short ones by less. */
const PREFIXES = [64, LONG] as const;
const RECENT = 12;
const PER_PREFIX = 4;

interface Heard {
  readonly step: Step | null;
  count: number;
}

interface Told {
  readonly text: string;
  readonly step: Step | null;
}

/**
 * What has been said so far in a trace. Each model call repeats the conversation before it; this tells what is new.
 * A text counts as often as it was said: the second "continue" of a conversation is a message of its own.
 */
export class ConversationMemory {
  readonly #heard = new Map<string, Heard>();
  readonly #byPrefix = new Map<string, Told[]>();
  readonly #recent: Told[] = [];

  /** Remembers a text and the step that stands for it. */
  note(role: string, text: string, step: Step | null): void {
    const key = keyOf(role, text);
    const known = this.#heard.get(key);
    if (known !== undefined) {
      known.count++;
      return;
    }
    this.#heard.set(key, { step, count: 1 });
    const trimmed = text.trim();
    if (trimmed.length < LONG) return;
    const told = { text: trimmed, step };
    this.#recent.push(told);
    if (this.#recent.length > RECENT) this.#recent.shift();
    const prefix = trimmed.slice(0, PREFIXES.find((length) => length <= trimmed.length) ?? LONG);
    const same = this.#byPrefix.get(prefix);
    if (same === undefined) this.#byPrefix.set(prefix, [told]);
    else if (same.push(told) > PER_PREFIX) same.shift();
  }

  /**
   * Whether a text of a conversation was heard before, and the step that stands for it. `times`: how often each text
   * occurred so far in the conversation that is being gone through. `echoes`: whether a text counts that was told with a
   * little more or less around it.
   */
  recall(
    role: string,
    text: string,
    times: Map<string, number>,
    echoes: boolean,
  ): { readonly step: Step | null } | null {
    const key = keyOf(role, text);
    const occurrence = (times.get(key) ?? 0) + 1;
    times.set(key, occurrence);
    const known = this.#heard.get(key);
    if (known !== undefined && occurrence <= known.count) return known;
    if (known !== undefined) return null;
    const echo = echoes ? this.#echoOf(text.trim()) : null;
    // An echo is remembered as it stands, so that its own repeats are found at once.
    if (echo !== null) this.#heard.set(key, { step: echo.step, count: 1 });
    return echo;
  }

  /** Whether exactly this was said before by that role, however often. */
  has(role: string, text: string): boolean {
    return this.#heard.has(keyOf(role, text));
  }

  /** A text that was told before with a little more or less around it ("New task: …", a closing tag left off). */
  #echoOf(text: string): Told | null {
    if (text.length < LONG) return null;
    const alike = PREFIXES.flatMap((length) => this.#byPrefix.get(text.slice(0, length)) ?? []);
    return [...alike, ...this.#recent].find((told) => isEcho(text, told.text)) ?? null;
  }
}

const keyOf = (role: string, text: string): string => {
  const trimmed = text.trim();
  return trimmed.length >= LONG ? trimmed : `${role}: ${trimmed}`;
};

function isEcho(a: string, b: string): boolean {
  const [longer, shorter] = a.length >= b.length ? [a, b] : [b, a];
  return shorter.length >= ECHO_SHARE * longer.length && longer.includes(shorter);
}
