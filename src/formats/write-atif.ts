import { isRecord, type JsonValue } from '../base/json.ts';
import type { EventOf, Step, TraceEvent, Trajectory, Usage } from '../contracts/trajectory.ts';
import { stepEvents } from './atif/read-step.ts';
import { factsOf, STORED, withoutIds } from './atif/stored-step.ts';

type Json = Record<string, JsonValue>;

/**
 * Writes a trajectory in the Agent Trajectory Interchange Format, version 1.7. Results stand in the step of the call that
 * they answer, as ATIF wants it. What ATIF has no words for (who acted, handoffs, errors, calls read out of text) is kept
 * under `extra.culprit`, so that reading the file gives the same steps. Gold is not written.
 */
export function writeAtif(trajectory: Trajectory): Json {
  const written: WrittenStep[] = [];
  const callers = new Map<string, WrittenStep>();
  for (const step of trajectory.steps) {
    if (foldResults(step, callers)) continue;
    const draft = draftStep(step, written.length + 1);
    written.push(draft);
    if (step.role !== 'agent') continue;
    for (const event of step.events) if (event.kind === 'tool-call') callers.set(event.callId, draft);
  }
  const { id, usage, tools, metadata, outcome, instruction, policy, source } = trajectory;
  const main = trajectory.agents.find(({ role }) => role === 'agent')?.name ?? 'agent';
  const version = metadata.version ?? metadata.agentVersion;
  return {
    schema_version: 'ATIF-v1.7',
    session_id: id,
    trajectory_id: id,
    agent: {
      name: main,
      version: typeof version === 'string' ? version : 'unknown',
      ...(tools.length === 0 ? {} : { tool_definitions: tools.map(writeTool) }),
    },
    steps: written.map(({ json }) => json),
    final_metrics: { ...metricsOf(usage, 'total_'), total_steps: written.length },
    extra: { [STORED]: { format: source.format, instruction, policy, outcome, metadata } },
  };
}

interface WrittenStep {
  readonly json: Json;
  readonly results: JsonValue[];
}

/** A step that holds nothing but results of calls which were written before; they go where the calls are. */
function foldResults(step: Step, callers: ReadonlyMap<string, WrittenStep>): boolean {
  const results = step.events.filter((event): event is EventOf<'tool-result'> => event.kind === 'tool-result');
  const [first] = results;
  if (first === undefined || results.length !== step.events.length || step.role !== 'tool') return false;
  const places = results.map((result) => callers.get(result.callId ?? ''));
  const [place] = places;
  // A step that answers several calls of one step stays one step; calls of several steps cannot share one.
  if (place === undefined || places.some((other) => other !== place)) return false;
  results.forEach((result, index) => {
    const stored: Json = index === 0 ? { ...factsOf(step), events: step.events.map(storedEvent) } : {};
    place.results.push({
      ...(result.callId === null ? {} : { source_call_id: result.callId }),
      content: result.text,
      extra: { [STORED]: index === 0 ? stored : { partOf: step.id } },
    });
  });
  place.json.observation = { results: place.results };
  return true;
}

function draftStep(step: Step, number: number): WrittenStep {
  const source = step.role === 'agent' || step.role === 'user' ? step.role : 'system';
  const isAgent = source === 'agent';
  const calls = step.events.filter((event) => event.kind === 'tool-call');
  const reasoning = textsOf(step.events, ['reasoning']);
  const callIds = new Set(calls.map((call) => call.callId));
  const results = step.events.flatMap((event): JsonValue[] => {
    if (event.kind !== 'tool-result' || source === 'user') return [];
    const isOwn = isAgent && event.callId !== null && callIds.has(event.callId);
    return [{ ...(isOwn ? { source_call_id: event.callId } : {}), content: event.text }];
  });
  const time = step.startedAt !== null && !Number.isNaN(Date.parse(step.startedAt)) ? step.startedAt : null;
  const metrics = metricsOf(step.usage, '');
  const json: Json = {
    step_id: number,
    ...(time === null ? {} : { timestamp: time }),
    source,
    ...(isAgent && step.model !== null ? { model_name: step.model } : {}),
    message: textsOf(step.events, SPOKEN),
    ...(isAgent && reasoning !== '' ? { reasoning_content: reasoning } : {}),
    ...(isAgent && calls.length > 0 ? { tool_calls: calls.map(writeCall) } : {}),
    ...(results.length > 0 ? { observation: { results } } : {}),
    ...(isAgent && Object.keys(metrics).length > 0 ? { metrics } : {}),
  };
  const isPlain = sameEvents(step.events, stepEvents(json)) && !hasCopiedContext(step);
  json.extra = { [STORED]: { ...factsOf(step), ...(isPlain ? {} : { events: step.events.map(storedEvent) }) } };
  return { json, results };
}

const SPOKEN: readonly TraceEvent['kind'][] = [
  'message',
  'plan',
  'handoff',
  'guardrail',
  'compaction',
  'error',
  'other',
];

const textsOf = (events: readonly TraceEvent[], kinds: readonly TraceEvent['kind'][]): string =>
  events.flatMap((event) => (kinds.includes(event.kind) && event.text !== '' ? event.text : [])).join('\n\n');

const hasCopiedContext = (step: Step): boolean =>
  step.events.some((event) => event.kind === 'other' && event.nativeKind === 'copied-context');

/** ATIF wants an object; other arguments are put in one, and kept as they were beside it. */
const writeCall = (call: EventOf<'tool-call'>): JsonValue => ({
  tool_call_id: call.callId,
  function_name: call.name,
  arguments: isRecord(call.arguments) ? call.arguments : { input: call.arguments ?? call.text },
});

const writeTool = ({ name, description, parameters }: Trajectory['tools'][number]): JsonValue => ({
  type: 'function',
  function: { name, ...(description === null ? {} : { description }), ...(parameters === null ? {} : { parameters }) },
});

function metricsOf(usage: Usage | null, prefix: '' | 'total_'): Json {
  const entries: [string, number | null | undefined][] = [
    [`${prefix}prompt_tokens`, usage?.inputTokens],
    [`${prefix}completion_tokens`, usage?.outputTokens],
    [`${prefix}cost_usd`, usage?.costUsd],
  ];
  return Object.fromEntries(entries.filter((entry): entry is [string, number] => typeof entry[1] === 'number'));
}

const storedEvent = ({ id: _, ...event }: TraceEvent): JsonValue => event;

/** Whether a reader of the ATIF step alone would find these events. */
function sameEvents(events: readonly TraceEvent[], read: readonly unknown[]): boolean {
  const plain = events.map((event) => ({ ...withoutIds(event), rawRef: undefined }));
  return (
    JSON.stringify(plain.map(sorted)) ===
    JSON.stringify(read.map((event) => sorted({ ...(event as object), rawRef: undefined })))
  );
}

const sorted = (record: object): unknown =>
  Object.fromEntries(
    Object.entries(record)
      .filter(([, value]) => value !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
