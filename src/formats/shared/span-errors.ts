import { attributeText } from './otlp-attributes.ts';
import type { Span } from './span.ts';
import type { SpanPlan } from './span-plan.ts';
import type { EventInput } from './trajectory-builder.ts';

export interface SpanError {
  readonly message: string;
  readonly errorType: string | null;
}

/** How many errors that just happened are looked for in a result, and how much of each. */
const RECENT = 16;
const COMPARED = 120;
const MIN_COMPARED = 20;

/**
 * The error that a span ended with: its status, its `error.type`, the exception it recorded. An exception that was
 * recorded in a span that did not fail was handled within it, and is none.
 */
export function errorOf(span: Span, errorType: string | null): SpanError | null {
  if (span.failed !== true && errorType === null) return null;
  const exception = span.events.findLast((event) => event.name === 'exception');
  const named =
    errorType ?? (exception === undefined ? null : attributeText(exception.attributes, 'exception.type')) ?? null;
  const message =
    (exception === undefined ? null : attributeText(exception.attributes, 'exception.message')) ??
    span.statusMessage ??
    attributeText(span.attributes, 'error.message', 'exception.message') ??
    named ??
    'the span has the status ERROR';
  return { message, errorType: named };
}

/** Kinds of span whose own step tells that they failed. */
const TELLS_ITSELF: ReadonlySet<string> = new Set(['llm', 'plan', 'tool', 'retrieval', 'handoff']);

/** Errors of a trace, each told once: an exception passes through every span around the one that raised it. */
export class SpanErrors {
  readonly #plan: SpanPlan;
  /** For each span, what went wrong directly within it. */
  readonly #within = new Map<number, Set<string>>();
  readonly #untold = new Map<number, SpanError>();
  readonly #recent: number[] = [];

  constructor(plan: SpanPlan) {
    this.#plan = plan;
  }

  /** The error of a span as events of its own step. */
  eventsOf(index: number): readonly EventInput[] {
    const error = this.#errorAt(index);
    return error === null ? [] : [toEvent(error)];
  }

  /** Takes in that a span ended. An error that no step tells is kept until a result reports it, or the trace is over. */
  ended(index: number): void {
    const item = this.#plan.items[index];
    const error = this.#errorAt(index);
    if (item === undefined || error === null) return;
    const around = item.around === null ? undefined : this.#plan.items[item.around];
    if (item.around !== null) {
      const within = this.#within.get(item.around) ?? new Set();
      this.#within.set(item.around, within.add(error.message));
    }
    const isRepeat = this.#within.get(index)?.has(error.message) === true;
    const isToldAround = item.meaning === null && around?.span.failed === true;
    const tellsItself = item.foldedInto === null && TELLS_ITSELF.has(item.meaning?.kind ?? '');
    if (isRepeat || isToldAround || tellsItself) return;
    this.#untold.set(index, error);
    this.#recent.push(index);
    if (this.#recent.length > RECENT) this.#recent.shift();
  }

  /** The error, not told so far, that a tool's result reports in its text; it is told by that then. */
  reportedBy(text: string): SpanError | null {
    for (const index of this.#recent) {
      const error = this.#untold.get(index);
      const start = error?.message.slice(0, COMPARED) ?? '';
      if (error === undefined || start.length < MIN_COMPARED || !text.includes(start)) continue;
      this.#untold.delete(index);
      return error;
    }
    return null;
  }

  untold(): readonly { readonly index: number; readonly span: Span; readonly event: EventInput }[] {
    return [...this.#untold].flatMap(([index, error]) => {
      const span = this.#plan.items[index]?.span;
      return span === undefined ? [] : [{ index, span, event: toEvent(error) }];
    });
  }

  #errorAt(index: number): SpanError | null {
    const item = this.#plan.items[index];
    return item === undefined ? null : errorOf(item.span, item.meaning?.errorType ?? null);
  }
}

const toEvent = (error: SpanError): EventInput => ({ kind: 'error', text: error.message, errorType: error.errorType });
