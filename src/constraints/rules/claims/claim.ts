import type { FactStore } from './fact-store.ts';
import type { Source } from './records.ts';

/** A place in a tool's output that a claim was compared with. */
export interface SourceQuote {
  readonly source: Source;
  readonly start: number;
  readonly end: number;
  readonly note: string;
}

/** One statement of a message, compared with what tools said. `unclear` = the data allow more than one reading. */
export interface Claim {
  readonly verdict: 'holds' | 'differs' | 'unclear';
  /** Place of the statement in the message. */
  readonly start: number;
  readonly end: number;
  /** What it is about: a later claim on the same that holds puts an earlier one right. */
  readonly subject: string;
  /** For `differs`: what differs, in one sentence. */
  readonly message: string;
  readonly sources: readonly SourceQuote[];
  /** The earlier step that went wrong, where the claim only repeats it. */
  readonly blamed?: SourceQuote;
  /** Looked up at the end of the run: step that put it right, where that shows elsewhere than in a claim. */
  readonly mendedAt?: (store: FactStore) => number | null;
}

export interface ClaimInput {
  readonly text: string;
  readonly store: FactStore;
  /** What users have said so far: words that narrow down what a claim is about. */
  readonly userText: string;
}

/** Finds the claims of one kind in a message. */
export type ClaimReader = (input: ClaimInput) => readonly Claim[];

/** The place of a value in the output it was read from: `"key": value` where that stands there, else the value alone. */
export function quoteValue(source: Source, value: string, note: string, near = ''): SourceQuote {
  const { text } = source.event;
  const anchor = near === '' ? 0 : Math.max(0, text.indexOf(near));
  const after = text.indexOf(value, anchor);
  const start = after === -1 ? Math.max(0, text.indexOf(value)) : after;
  return { source, start, end: Math.min(text.length, start + Math.max(1, value.length)), note };
}
