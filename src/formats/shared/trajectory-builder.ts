import { AppError } from '../../base/errors.ts';
import { isRecord, type JsonValue, tryParseJson } from '../../base/json.ts';
import type {
  Coverage,
  Step,
  StepRole,
  Tool,
  TraceEvent,
  Trajectory,
  Usage,
  Warning,
} from '../../contracts/trajectory.ts';
import type { ParseContext } from '../format.ts';
import { OpenCalls } from './open-calls.ts';

type WithoutIds<E> = E extends unknown ? Omit<E, 'id' | 'rawRef'> & { readonly rawRef?: string | null } : never;
export type EventInput = WithoutIds<TraceEvent>;

export interface StepInput {
  /** The source's own id of the step; made up from the position where absent or already taken. */
  readonly id?: string | null;
  /** Left out where it is no whole number, whatever the source wrote. */
  readonly nativeIndex?: number | null;
  readonly rawRef: string;
  readonly role: StepRole;
  readonly agent: string;
  readonly parentId?: string | null;
  readonly events: readonly EventInput[];
  readonly startedAt?: string | null;
  readonly endedAt?: string | null;
  readonly model?: string | null;
  readonly usage?: Usage | null;
}

export interface TrajectoryInput {
  readonly id: string;
  readonly format: string;
  readonly context: ParseContext;
  /** Place of the trajectory's own record within the document: "" or a JSON pointer such as `/3`. */
  readonly pointer?: string;
}

/**
 * Collects what a format reads and makes a Trajectory of it: unique ids, positions 0…n-1, calls paired with results,
 * coverage counted. Every format builds through it, so that these hold for all of them.
 */
export class TrajectoryBuilder {
  instruction: string | null = null;
  policy: string | null = null;
  outcome: Trajectory['outcome'] = { status: 'unknown', reward: null, reason: 'the trace does not say' };
  usage: Usage | null = null;
  startedAt: string | null = null;
  endedAt: string | null = null;
  /** False once parts of the source could not be read. */
  complete = true;
  gold: JsonValue = null;
  readonly #input: TrajectoryInput;
  readonly #steps: Step[] = [];
  /** How many elements of the source each step was read from. */
  readonly #recordsOfStep: number[] = [];
  readonly #stepIds = new Set<string>();
  readonly #tools = new Map<string, Tool>();
  readonly #agentRoles = new Map<string, string>();
  readonly #metadata: Record<string, JsonValue> = {};
  readonly #warnings = new Map<string, Warning>();
  readonly #elided = new Map<string, number>();
  readonly #assumed = new Set<string>();
  #recordsRead = 0;
  #redacted = 0;
  #eventCount = 0;

  constructor(input: TrajectoryInput) {
    this.#input = input;
  }

  get stepCount(): number {
    return this.#steps.length;
  }

  /** Adds a step and returns it, with the id it really got. `records`: how many elements of the source it was read from. */
  addStep(input: StepInput, records = 1): Step {
    this.#recordsRead += records;
    this.#recordsOfStep.push(records);
    const position = this.#steps.length;
    const step: Step = {
      id: this.#uniqueStepId(input.id ?? null, position, input.rawRef),
      position,
      nativeIndex: Number.isSafeInteger(input.nativeIndex) ? (input.nativeIndex ?? null) : null,
      rawRef: input.rawRef,
      role: input.role,
      agent: input.agent,
      parentId: input.parentId ?? null,
      events: [],
      startedAt: input.startedAt ?? null,
      endedAt: input.endedAt ?? null,
      model: input.model ?? null,
      usage: input.usage ?? null,
    };
    this.#steps.push(step);
    for (const event of input.events) this.addEvent(step, event);
    if (!this.#agentRoles.has(input.agent)) this.#agentRoles.set(input.agent, input.role);
    return step;
  }

  /** Adds an event to a step that was added before (a later line of the same message, say). */
  addEvent(step: Step, event: EventInput): void {
    step.events.push({ rawRef: null, ...event, id: `e${this.#eventCount++}` } as TraceEvent);
  }

  /** Counts an element of the source that made no step of its own (it joined another step, or is bookkeeping). */
  countRecord(records = 1): void {
    this.#recordsRead += records;
  }

  addTool(tool: Tool): void {
    if (tool.name !== '' && !this.#tools.has(tool.name)) this.#tools.set(tool.name, tool);
  }

  addMetadata(key: string, value: JsonValue): void {
    Object.defineProperty(this.#metadata, key, { value, enumerable: true, configurable: true, writable: true });
  }

  warn(code: string, message: string, ref: string | null = null, count = 1): void {
    const known = this.#warnings.get(code);
    if (known === undefined) this.#warnings.set(code, { code, message, count, firstRef: ref });
    else this.#warnings.set(code, { ...known, count: known.count + count });
  }

  /** Says that something was left out on purpose. */
  elide(what: string, count = 1): void {
    this.#elided.set(what, (this.#elided.get(what) ?? 0) + count);
  }

  assume(what: string): void {
    this.#assumed.add(what);
  }

  countRedacted(): void {
    this.#redacted++;
  }

  /** @throws AppError TRACE_NO_STEPS */
  finish(): Trajectory {
    if (this.#steps.length === 0) {
      throw new AppError('TRACE_NO_STEPS', `${this.#input.format}: the trajectory "${this.#input.id}" has no steps`);
    }
    this.#pairCalls();
    this.#checkParents();
    this.#checkClock();
    const { id, format, context, pointer = '' } = this.#input;
    return {
      kind: 'trajectory',
      schemaVersion: 1,
      id,
      source: {
        uri: context.uri,
        format,
        recordRef: context.recordRef === '' ? pointer : `${context.recordRef}${pointer}`,
      },
      instruction: this.instruction,
      policy: this.policy,
      outcome: this.outcome,
      agents: [...this.#agentRoles].map(([name, role]) => ({ name, role })),
      tools: [...this.#tools.values()],
      steps: this.#steps,
      startedAt:
        this.startedAt ??
        extremeTime(
          this.#steps.map((step) => step.startedAt),
          1,
        ),
      endedAt:
        this.endedAt ??
        extremeTime(
          this.#steps.map((step) => step.endedAt),
          -1,
        ),
      usage: this.usage,
      metadata: this.#metadata,
      coverage: this.#coverage(),
      gold: this.gold,
    };
  }

  #uniqueStepId(wanted: string | null, position: number, ref: string): string {
    const given = wanted === null || wanted === '' ? null : wanted;
    if (given !== null && this.#stepIds.has(given)) {
      this.warn('STEP_ID_DUPLICATE', `step id "${given}" occurs more than once`, ref);
    }
    const id = uniqueId(given ?? `step-${position + 1}`, `#${position + 1}`, this.#stepIds);
    this.#stepIds.add(id);
    return id;
  }

  /** Joins each result to its call, and gives every call an id of its own. */
  #pairCalls(): void {
    const open = new OpenCalls();
    const taken = new Set<string>();
    for (const step of this.#steps) {
      step.events.forEach((event, index) => {
        if (event.kind === 'tool-call') {
          const given = event.callId;
          if (given !== '' && open.has(given)) {
            this.warn('TOOL_CALL_ID_REUSED', 'two open tool calls share one id', step.rawRef);
          }
          const callId = uniqueId(given === '' ? `${event.id}-call` : given, `#${event.id}`, taken);
          taken.add(callId);
          step.events[index] = { ...event, callId };
          open.add({ given, callId, name: event.name, step });
        } else if (event.kind === 'tool-result') {
          const call = open.take(event.callId, event.name);
          if (call === null) {
            this.warn('TOOL_RESULT_WITHOUT_CALL', 'a tool result answers no tool call', step.rawRef);
            step.events[index] = { ...event, callId: null };
          } else {
            step.events[index] = { ...event, callId: call.callId, name: event.name ?? call.name };
          }
        }
      });
    }
    for (const { step } of open.rest()) {
      this.warn('TOOL_CALL_WITHOUT_RESULT', 'a tool call has no result', step.rawRef);
    }
  }

  /** Cuts links that close a cycle, and links to steps that are not there. */
  #checkParents(): void {
    const byId = new Map(this.#steps.map((step) => [step.id, step]));
    const settled = new Set<string>();
    for (const step of this.#steps) {
      const path = new Set<string>();
      let at: Step | undefined = step;
      while (at !== undefined && !settled.has(at.id)) {
        path.add(at.id);
        if (at.parentId === null) break;
        const parent = byId.get(at.parentId);
        if (parent === undefined) {
          this.warn(
            'PARENT_UNKNOWN',
            'a step names a parent that is not in the trace; it was put at the top',
            at.rawRef,
          );
          at.parentId = null;
        } else if (path.has(parent.id)) {
          this.warn('PARENT_CYCLE', 'parents form a cycle; the link that closes it was cut', at.rawRef);
          at.parentId = null;
        }
        at = at.parentId === null ? undefined : parent;
      }
      for (const id of path) settled.add(id);
    }
  }

  #checkClock(): void {
    let latest = Number.NEGATIVE_INFINITY;
    for (const step of this.#steps) {
      const time = timeOf(step.startedAt);
      if (time === null) continue;
      if (time < latest) this.warn('CLOCK_BACKWARDS', 'a step starts before the one it follows', step.rawRef);
      else latest = time;
    }
  }

  #coverage(): Coverage {
    const isMapped = (step: Step): boolean => step.events.some((event) => event.kind !== 'other');
    const other = this.#steps.reduce(
      (sum, step, index) => sum + (isMapped(step) ? 0 : (this.#recordsOfStep[index] ?? 0)),
      0,
    );
    return {
      recordsRead: this.#recordsRead,
      recordsMapped: this.#recordsRead - other,
      recordsOther: other,
      elided: [...this.#elided].map(([what, count]) => ({ what, count })),
      redacted: this.#redacted,
      assumed: [...this.#assumed],
      warnings: [...this.#warnings.values()],
      complete: this.complete,
    };
  }
}

/** `wanted`, or `wanted` with as many marks as it takes to be the only one. */
function uniqueId(wanted: string, mark: string, taken: ReadonlySet<string>): string {
  let id = wanted;
  while (taken.has(id)) id = `${id}${mark}`;
  return id;
}

/** Milliseconds of a time as text; null where there is none, or it cannot be read. Compared as text, "…00.5Z" would come before "…00Z". */
function timeOf(text: string | null): number | null {
  const time = text === null ? Number.NaN : Date.parse(text);
  return Number.isNaN(time) ? null : time;
}

/** The time that comes first (`sign` 1) or last (`sign` -1), as the source wrote it. */
function extremeTime(times: readonly (string | null)[], sign: 1 | -1): string | null {
  let best: { readonly text: string; readonly time: number } | null = null;
  for (const text of times) {
    const time = timeOf(text);
    if (text !== null && time !== null && (best === null || time * sign < best.time * sign)) best = { text, time };
  }
  return best?.text ?? times.find((text) => text !== null) ?? null;
}

/** A tool call's fields from its name and its arguments, which sources give as JSON text or as a value. */
export function toolCallEvent(callId: string | null, name: string, raw: unknown): EventInput {
  const text = typeof raw === 'string' ? raw : raw === undefined || raw === null ? '' : JSON.stringify(raw);
  const parsed = typeof raw === 'string' ? tryParseJson(raw) : raw;
  const valid = isRecord(parsed) || Array.isArray(parsed) || text.trim() === '';
  return {
    kind: 'tool-call',
    callId: callId ?? '',
    name,
    arguments: (parsed ?? null) as JsonValue,
    text,
    argumentsValid: valid,
    inferred: false,
  };
}

/** A tool result's fields; `data` is the result as JSON where it is JSON. */
export function toolResultEvent(
  callId: string | null,
  name: string | null,
  raw: unknown,
  isError: boolean | null = null,
  errorType: string | null = null,
): EventInput {
  const text = typeof raw === 'string' ? raw : raw === undefined || raw === null ? '' : JSON.stringify(raw);
  const data = (typeof raw === 'string' ? (tryParseJson(raw) ?? null) : (raw ?? null)) as JsonValue;
  return { kind: 'tool-result', callId, name, text, data, isError, errorType };
}
