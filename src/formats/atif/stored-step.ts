import { isRecord, own, ownArray } from '../../base/json.ts';
import { type Step, stepSchema, type TraceEvent } from '../../contracts/trajectory.ts';
import type { EventInput } from '../shared/trajectory-builder.ts';

/** Key under which `writeAtif` keeps, in `extra`, what ATIF has no words for. */
export const STORED = 'culprit';

const factsSchema = stepSchema.pick({
  id: true,
  position: true,
  nativeIndex: true,
  role: true,
  agent: true,
  parentId: true,
  startedAt: true,
  endedAt: true,
  model: true,
  usage: true,
});

/** What identifies a step and is not in its words. */
export type StepFacts = Pick<Step, keyof typeof factsSchema.shape>;

export const factsOf = (step: Step): StepFacts => factsSchema.parse(step);

/** The facts of a step that was written as ATIF; null where none were kept, or they are not of that shape. */
export function readFacts(stored: unknown): StepFacts | null {
  const parsed = factsSchema.safeParse(stored);
  return parsed.success ? parsed.data : null;
}

/** Events that ATIF could not say in its own words, as they were kept; null where there are none. */
export function readStoredEvents(stored: unknown): EventInput[] | null {
  const kept = ownArray(stored, 'events');
  if (kept === null) return null;
  const parsed = stepSchema.shape.events.safeParse(
    kept.map((event) => (isRecord(event) ? { ...event, id: '' } : event)),
  );
  return parsed.success ? parsed.data.map(withoutIds) : null;
}

/** An event as a format gives it to the builder, which numbers events anew. */
export function withoutIds({ id: _id, rawRef: _rawRef, ...event }: TraceEvent): EventInput {
  return { ...event, rawRef: null } as EventInput;
}

export const storedIn = (raw: unknown): unknown => own(own(raw, 'extra'), STORED);
