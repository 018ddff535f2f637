import type { GraphEdge, UngroundedValue } from '../contracts/graph.ts';
import type { Step, TraceEvent } from '../contracts/trajectory.ts';
import type { TrajectoryIndex } from '../trajectory/index-trajectory.ts';
import { type ExtractedValue, extractValues, valueParts } from './extract-values.ts';

/** Where values first stood, a row each: long runs introduce hundreds of thousands. */
class Introductions {
  readonly #rowOf = new Map<string, number>();
  readonly #positions: number[] = [];
  readonly #eventIds: string[] = [];
  readonly #starts: number[] = [];

  /** Row of a value; undefined where it is new. */
  rowOf(normal: string): number | undefined {
    return this.#rowOf.get(normal);
  }

  /** Notes the place of a value and of its parts, where they are new. */
  add(value: ExtractedValue, position: number, eventId: string): void {
    let row = -1;
    for (const normal of [value.normal, ...valueParts(value)]) {
      if (this.#rowOf.has(normal)) continue;
      if (row === -1) {
        row = this.#positions.push(position) - 1;
        this.#eventIds.push(eventId);
        this.#starts.push(value.start);
      }
      this.#rowOf.set(normal, row);
    }
  }

  at(row: number): { readonly position: number; readonly eventId: string; readonly start: number } {
    return {
      position: this.#positions[row] ?? 0,
      eventId: this.#eventIds[row] ?? '',
      start: this.#starts[row] ?? 0,
    };
  }
}

export interface Provenance {
  readonly edges: GraphEdge[];
  readonly ungrounded: UngroundedValue[];
}

/** A step that holds hundreds of values would drown the graph; the first ones say where it drew from. */
const MAX_EDGES_PER_STEP = 40;
const MAX_UNGROUNDED_PER_STEP = 20;

/**
 * Traces each value that a call, an answer or a user message uses to the first earlier event that introduced it.
 * One pass over the events and one look-up a value: linear in the size of the trajectory.
 */
export function traceProvenance(index: TrajectoryIndex): Provenance {
  const introduced = new Introductions();
  const edges: GraphEdge[] = [];
  const ungrounded: UngroundedValue[] = [];
  const toolNames = new Set(index.calls.map((record) => record.call.name.toLowerCase()));
  for (const step of index.trajectory.steps) {
    const pending: { readonly eventId: string; readonly values: readonly ExtractedValue[] }[] = [];
    let stepEdges = 0;
    let stepUngrounded = 0;
    const linked = new Set<string>();
    for (const event of step.events) {
      const usedAs = useOf(step, event);
      const values = extractValues(event.text);
      pending.push({ eventId: event.id, values });
      for (const value of values) {
        if (usedAs !== null && !linked.has(value.normal)) {
          linked.add(value.normal);
          const source = introduced.rowOf(value.normal) ?? sourceOfParts(value, introduced);
          if (source !== undefined) {
            if (isTelling(value) && stepEdges < MAX_EDGES_PER_STEP) {
              stepEdges++;
              edges.push(valueEdge(introduced.at(source), step, event, value));
            }
          } else if (usedAs !== 'relay' && isGroundable(value, toolNames) && stepUngrounded < MAX_UNGROUNDED_PER_STEP) {
            stepUngrounded++;
            const { start, end, kind } = value;
            ungrounded.push({
              position: step.position,
              eventId: event.id,
              start,
              end,
              value: value.value,
              valueKind: kind,
              usedAs,
            });
          }
        }
      }
    }
    // A step's own values count as introduced only for later steps: nothing is its own source.
    for (const { eventId, values } of pending) {
      for (const value of values) introduced.add(value, step.position, eventId);
    }
  }
  return { edges, ungrounded };
}

function useOf(step: Step, event: TraceEvent): 'argument' | 'answer' | 'relay' | null {
  if (event.kind === 'tool-call') return event.inferred || !event.argumentsValid ? 'relay' : 'argument';
  if (event.kind === 'handoff' || event.kind === 'reasoning' || event.kind === 'plan') return 'relay';
  if (event.kind !== 'message') return null;
  return step.role === 'agent' ? 'answer' : step.role === 'user' ? 'relay' : null;
}

/** A value composed of known parts has a source: the part's. */
function sourceOfParts(value: ExtractedValue, introduced: Introductions): number | undefined {
  if (value.kind === 'number' || value.kind === 'quoted') return undefined;
  for (const part of valueParts(value)) {
    const source = introduced.rowOf(part);
    if (source !== undefined) return source;
  }
  return undefined;
}

/** One-digit numbers link everything with everything; they carry no edge. */
const isTelling = (value: ExtractedValue): boolean => value.kind !== 'number' || value.normal.length >= 2;

/** Values for which having no source means something. A short number may be counted or computed. */
function isGroundable(value: ExtractedValue, toolNames: ReadonlySet<string>): boolean {
  if (value.kind === 'quoted') return false;
  if (value.kind === 'number') return value.normal.replace(/\D/g, '').length >= 3;
  return !toolNames.has(value.normal);
}

const valueEdge = (
  source: ReturnType<Introductions['at']>,
  step: Step,
  event: TraceEvent,
  value: ExtractedValue,
): GraphEdge => ({
  from: source.position,
  to: step.position,
  kind: 'data',
  carrier: {
    type: 'value',
    value: value.value,
    fromEventId: source.eventId,
    fromStart: source.start,
    toEventId: event.id,
    toStart: value.start,
  },
});
