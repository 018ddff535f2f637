import { append } from '../../base/append.ts';
import { isRecord, own, ownArray, ownString, pointerPart } from '../../base/json.ts';
import type { StepInput, TrajectoryBuilder } from '../shared/trajectory-builder.ts';
import { messageText, readMetrics, readResult, roleOf, stepEvents, subagentRefs } from './read-step.ts';
import { readFacts, readStoredEvents, storedIn } from './stored-step.ts';

export interface CollectedStep {
  readonly input: StepInput;
  readonly records: number;
  /** Place it had before it was written as ATIF; null where the file does not say. */
  readonly position: number | null;
}

/** Deepest nesting of sub-agents that is followed. */
const MAX_NESTING = 16;

/**
 * The steps of a trajectory and of the sub-agents in it, which stand after the step that refers to them. Where there are
 * sub-agents, steps lose their own numbers: each trajectory counts from 1.
 */
export function collectSteps(
  document: Record<string, unknown>,
  pointer: string,
  builder: TrajectoryBuilder,
): CollectedStep[] {
  const collected = collect(document, pointer, builder, { prefix: '', parentId: null, from: null, depth: 0 });
  const nested = collected.some(({ input }) => input.parentId !== null && input.parentId !== undefined);
  if (nested && collected.every(({ position }) => position === null)) {
    builder.assume('steps are counted across sub-agents: their own numbers, each from 1, are the ends of their ids');
    return collected.map((one) => ({ ...one, input: { ...one.input, nativeIndex: null } }));
  }
  const isStored = collected.every(({ position }) => position !== null);
  return isStored ? collected.sort((a, b) => (a.position ?? 0) - (b.position ?? 0)) : collected;
}

interface Frame {
  readonly prefix: string;
  readonly parentId: string | null;
  /** Agent that started this one; null for the main one. */
  readonly from: string | null;
  readonly depth: number;
}

function collect(
  document: Record<string, unknown>,
  pointer: string,
  builder: TrajectoryBuilder,
  frame: Frame,
): CollectedStep[] {
  const agent = ownString(own(document, 'agent'), 'name') ?? 'agent';
  const subagents = new Map<string, { readonly value: Record<string, unknown>; readonly ref: string }>();
  for (const [index, value] of (ownArray(document, 'subagent_trajectories') ?? []).entries()) {
    const id = ownString(value, 'trajectory_id') ?? ownString(value, 'session_id');
    if (isRecord(value) && id !== null) subagents.set(id, { value, ref: `${pointer}/subagent_trajectories/${index}` });
  }
  const collected: CollectedStep[] = [];
  const addSubagent = (id: string, parentId: string | null): void => {
    const found = subagents.get(id);
    subagents.delete(id);
    if (found === undefined || frame.depth >= MAX_NESTING) {
      builder.warn('SUBAGENT_ELSEWHERE', 'a step refers to a sub-agent that is not in the file', pointer);
      return;
    }
    const inner = { prefix: `${frame.prefix}${pointerPart(id)}/`, parentId, from: agent, depth: frame.depth + 1 };
    append(collected, collect(found.value, found.ref, builder, inner));
  };
  for (const [index, step] of (ownArray(document, 'steps') ?? []).entries()) {
    const rawRef = `${pointer}/steps/${index}`;
    const first = readOne(step, rawRef, agent, { ...frame, isTask: index === 0 && frame.from !== null }, builder);
    collected.push(first);
    append(collected, unfold(step, rawRef));
    for (const id of subagentRefs(step)) addSubagent(id, first.input.id ?? null);
  }
  for (const id of [...subagents.keys()]) {
    builder.warn(
      'SUBAGENT_NOT_JOINED',
      'no step refers to a sub-agent of the file: its steps stand at the end',
      pointer,
    );
    addSubagent(id, null);
  }
  return collected;
}

function readOne(
  step: unknown,
  rawRef: string,
  agent: string,
  frame: Frame & { readonly isTask: boolean },
  builder: TrajectoryBuilder,
): CollectedStep {
  const raw = isRecord(step) ? step : {};
  const stored = storedIn(raw);
  const facts = readFacts(stored);
  const number = own(raw, 'step_id');
  const role = roleOf(ownString(raw, 'source'));
  if (!isRecord(step)) builder.warn('STEP_MALFORMED', 'an element of the list of steps is no object', rawRef);
  const text = messageText(own(raw, 'message'));
  const isTask = frame.isTask && role === 'user';
  const time = ownString(raw, 'timestamp');
  const input: StepInput = {
    id: `${frame.prefix}${typeof number === 'number' ? number : ''}`,
    nativeIndex: typeof number === 'number' ? number : null,
    rawRef,
    role: isTask ? 'agent' : role,
    agent: isTask ? (frame.from ?? agent) : role === 'agent' ? agent : role,
    parentId: frame.parentId,
    events: isTask ? [{ kind: 'handoff', from: frame.from, to: agent, text }] : stepEvents(raw),
    startedAt: time,
    endedAt: null,
    model: ownString(raw, 'model_name'),
    usage: readMetrics(own(raw, 'metrics')),
    ...facts,
  };
  if (own(raw, 'is_copied_context') === true) {
    builder.elide('steps copied from an earlier context (kept, but nobody did them here)');
    const copied = { kind: 'other' as const, text, nativeKind: 'copied-context' };
    return { input: { ...input, events: [copied] }, records: 1, position: facts?.position ?? null };
  }
  const events = readStoredEvents(stored) ?? input.events;
  return { input: { ...input, events }, records: 1, position: facts?.position ?? null };
}

/** Results that were steps of their own before they were written into the step of their call. */
function unfold(step: unknown, rawRef: string): CollectedStep[] {
  return (ownArray(own(step, 'observation'), 'results') ?? []).flatMap((result, index): CollectedStep[] => {
    const stored = storedIn(result);
    const facts = readFacts(stored);
    if (facts === null) return [];
    const events = readStoredEvents(stored) ?? [readResult(result)];
    const input = { ...facts, rawRef: `${rawRef}/observation/results/${index}`, events };
    return [{ input, records: 0, position: facts.position }];
  });
}
