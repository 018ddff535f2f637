import { append } from '../../base/append.ts';
import { type JsonValue, ownArray, ownString } from '../../base/json.ts';
import type { Coverage, Step, ToolCall, TraceEvent, Trajectory, Usage } from '../../contracts/trajectory.ts';

/**
 * A trajectory with the steps of sub-agents put in after the calls that started them (by the calls' event ids). Ids of
 * events and steps stay unique; steps of another file say which in their `rawRef`.
 */
export function mergeInto(main: Trajectory, subagents: ReadonlyMap<string, Trajectory>): Trajectory {
  const steps: Step[] = [];
  const joinedCalls: string[] = [];
  const stepIds = new Set(main.steps.map((step) => step.id));
  const callIds = new Set(main.steps.flatMap((step) => step.events.flatMap((event) => callIdOf(event) ?? [])));
  for (const step of main.steps) {
    steps.push(step);
    for (const event of step.events) {
      const subagent = subagents.get(event.id);
      if (subagent === undefined || event.kind !== 'tool-call') continue;
      joinedCalls.push(event.callId);
      append(steps, adopt(subagent, main, step, event, { stepIds, callIds }));
    }
  }
  const all = [main, ...subagents.values()];
  let events = 0;
  const numbered = steps.map((step, position) => ({
    ...step,
    position,
    events: step.events.map((event) => ({ ...event, id: `e${events++}` })),
  }));
  return {
    ...main,
    steps: numbered,
    agents: agentsOf(numbered),
    tools: [...new Map(all.flatMap(({ tools }) => tools).map((tool) => [tool.name, tool])).values()],
    endedAt: all.map(({ endedAt }) => endedAt).reduce(later),
    usage: all.map(({ usage }) => usage).reduce(addUsage),
    metadata: {
      ...main.metadata,
      subagents: all.map(({ metadata }) => metadata.subagents ?? {}).reduce(assign),
      joinedCalls: [
        ...all.flatMap(({ metadata }) => ownArray(metadata, 'joinedCalls') ?? []),
        ...joinedCalls,
      ] as JsonValue[],
    },
    coverage: [main.coverage, ...[...subagents.values()].map((one) => placedCoverage(one, main))].reduce(addCoverage),
  };
}

interface Taken {
  readonly stepIds: Set<string>;
  readonly callIds: Set<string>;
}

/** Places of a sub-agent's file, as the run that it is put into names them. */
function placeIn({ source }: Trajectory, main: Trajectory): (ref: string) => string {
  const isOtherFile = source.uri !== null && source.uri !== main.source.uri;
  return (ref) => (isOtherFile ? `${source.uri}#${ref}` : ref);
}

function placedCoverage(subagent: Trajectory, main: Trajectory): Coverage {
  const place = placeIn(subagent, main);
  const warnings = subagent.coverage.warnings.map((warning) => ({
    ...warning,
    firstRef: warning.firstRef === null ? null : place(warning.firstRef),
  }));
  return { ...subagent.coverage, warnings };
}

/** The steps of a sub-agent as they stand in the run that started it: its task is a handoff. */
function adopt(subagent: Trajectory, main: Trajectory, caller: Step, call: ToolCall, taken: Taken): Step[] {
  const name = ownString(call.arguments, 'subagent_type') ?? ownString(subagent.metadata, 'agentId') ?? 'sub-agent';
  const newStepIds = unused(
    subagent.steps.map((step) => step.id),
    taken.stepIds,
    subagent.id,
  );
  const newCallIds = unused(
    subagent.steps.flatMap((step) => step.events.flatMap((event) => (event.kind === 'tool-call' ? event.callId : []))),
    taken.callIds,
    subagent.id,
  );
  const place = placeIn(subagent, main);
  return subagent.steps.map((step, index): Step => {
    const isTask = index === 0 && step.role === 'user';
    const events = step.events.map((event): TraceEvent => {
      const rawRef = event.rawRef === null ? null : place(event.rawRef);
      if (isTask && event.kind === 'message') {
        return { id: event.id, rawRef, kind: 'handoff', from: caller.agent, to: name, text: event.text };
      }
      const callId = callIdOf(event);
      if (callId === null) return { ...event, rawRef };
      return { ...event, rawRef, callId: newCallIds.get(callId) ?? callId } as TraceEvent;
    });
    return {
      ...step,
      id: newStepIds.get(step.id) ?? step.id,
      rawRef: place(step.rawRef),
      role: isTask ? 'agent' : step.role,
      agent: isTask ? caller.agent : step.role === 'agent' ? name : step.agent,
      parentId: step.parentId === null ? caller.id : (newStepIds.get(step.parentId) ?? step.parentId),
      events,
    };
  });
}

const callIdOf = (event: TraceEvent): string | null =>
  event.kind === 'tool-call' || event.kind === 'tool-result' ? event.callId : null;

function unused(ids: readonly string[], taken: Set<string>, prefix: string): ReadonlyMap<string, string> {
  const named = new Map<string, string>();
  for (const id of ids) {
    let name = id;
    while (taken.has(name)) name = `${prefix}/${name}`;
    taken.add(name);
    named.set(id, name);
  }
  return named;
}

function agentsOf(steps: readonly Step[]): Trajectory['agents'] {
  const roles = new Map<string, string>();
  for (const { agent, role } of steps) if (!roles.has(agent)) roles.set(agent, role);
  return [...roles].map(([name, role]) => ({ name, role }));
}

/** Warnings that hold only as long as files are read apart. */
const OF_JOINING = new Set(['SUBAGENT_NOT_JOINED', 'SUBAGENT_ELSEWHERE']);

const later = (a: string | null, b: string | null): string | null =>
  a === null || b === null ? (a ?? b) : Date.parse(a) >= Date.parse(b) ? a : b;

const sum = (a: number | null, b: number | null): number | null => (a === null ? b : b === null ? a : a + b);

function addUsage(a: Usage | null, b: Usage | null): Usage | null {
  if (a === null || b === null) return a ?? b;
  return {
    inputTokens: sum(a.inputTokens, b.inputTokens),
    outputTokens: sum(a.outputTokens, b.outputTokens),
    costUsd: sum(a.costUsd, b.costUsd),
  };
}

const assign = (a: unknown, b: unknown): Trajectory['metadata'] => Object.assign({}, a, b) as Trajectory['metadata'];

function addCoverage(a: Coverage, b: Coverage): Coverage {
  const elided = new Map(a.elided.map(({ what, count }) => [what, count]));
  for (const { what, count } of b.elided) elided.set(what, (elided.get(what) ?? 0) + count);
  const warnings = new Map(a.warnings.map((warning) => [warning.code, warning]));
  for (const warning of b.warnings) {
    const known = warnings.get(warning.code);
    warnings.set(warning.code, known === undefined ? warning : { ...known, count: known.count + warning.count });
  }
  return {
    recordsRead: a.recordsRead + b.recordsRead,
    recordsMapped: a.recordsMapped + b.recordsMapped,
    recordsOther: a.recordsOther + b.recordsOther,
    elided: [...elided].map(([what, count]) => ({ what, count })),
    redacted: a.redacted + b.redacted,
    assumed: [...new Set([...a.assumed, ...b.assumed])],
    warnings: [...warnings.values()].filter((warning) => !OF_JOINING.has(warning.code)),
    complete: a.complete && b.complete,
  };
}
