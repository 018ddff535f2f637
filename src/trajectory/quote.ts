import type { Evidence } from '../contracts/evidence.ts';
import type { Step, TraceEvent } from '../contracts/trajectory.ts';

/** A quote of an event's text. `start` and `end` are clamped to the text, so that the quote always stands there. */
export function quote(step: Step, event: TraceEvent, start: number, end: number, note: string): Evidence {
  const from = Math.min(Math.max(0, start), event.text.length);
  const to = Math.min(Math.max(from, end), event.text.length);
  return {
    stepId: step.id,
    position: step.position,
    eventId: event.id,
    start: from,
    end: to,
    quote: event.text.slice(from, to),
    note,
  };
}

/** The head of an event's text as a quote: for findings that are about the event as a whole. */
export const quoteHead = (step: Step, event: TraceEvent, note: string, length = 160): Evidence =>
  quote(step, event, 0, length, note);
