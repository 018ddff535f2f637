import { own, ownArray, ownString } from '../../base/json.ts';
import type { Step, ToolCall, Trajectory } from '../../contracts/trajectory.ts';
import { mergeInto } from './merge-trajectories.ts';

/** Names of the tool that starts a sub-agent, old and new. */
const STARTERS = new Set(['Task', 'Agent']);

interface Start {
  readonly step: Step;
  readonly call: ToolCall;
}

/**
 * Puts the conversations of sub-agents, which sessions keep in files of their own, into the session that started them:
 * after the call of the Task or Agent tool whose result names the sub-agent, or whose prompt is the sub-agent's first
 * message. What belongs to no call is left as it is, with the warning SUBAGENT_NOT_JOINED. Other trajectories pass.
 */
export function joinSubagents(trajectories: readonly Trajectory[]): readonly Trajectory[] {
  const waiting = new Set(trajectories.filter(isSubagent));
  const joined = trajectories.filter((one) => !waiting.has(one)).map((main) => joinOne(main, waiting));
  return [...joined, ...[...waiting].map(leaveApart)].map(sayWhatIsElsewhere);
}

/** Names the tool calls whose sub-agents are neither in the file nor among the files that are read with it. */
function sayWhatIsElsewhere(trajectory: Trajectory): Trajectory {
  if (trajectory.source.format !== 'claude-code') return trajectory;
  const joined = new Set(ownArray(trajectory.metadata, 'joinedCalls') ?? []);
  const failed = new Set<string | null>();
  for (const { events } of trajectory.steps) {
    for (const event of events) if (event.kind === 'tool-result' && event.isError === true) failed.add(event.callId);
  }
  const named = own(trajectory.metadata, 'subagents');
  // A call that was refused, or failed at once, started nobody.
  const ran = ({ callId }: ToolCall): boolean => !failed.has(callId) || ownString(named, callId) !== null;
  const starts = startCalls(trajectory).filter(({ call }) => !joined.has(call.callId) && ran(call));
  const known = trajectory.coverage.warnings.find(({ code }) => code === ELSEWHERE);
  if (starts.length === (known?.count ?? 0)) return trajectory;
  const warnings = trajectory.coverage.warnings.filter((warning) => warning !== known);
  if (starts.length > 0) {
    const message = 'the work of a sub-agent is not in the file: name the folder, or its files as well, to read it too';
    const firstRef = starts[0]?.call.rawRef ?? starts[0]?.step.rawRef ?? null;
    warnings.push({ code: ELSEWHERE, message, count: starts.length, firstRef });
  }
  return { ...trajectory, coverage: { ...trajectory.coverage, warnings } };
}

const ELSEWHERE = 'SUBAGENT_ELSEWHERE';

const startCalls = ({ steps }: Trajectory): readonly Start[] =>
  steps.flatMap((step) =>
    step.events.flatMap((event) =>
      event.kind === 'tool-call' && STARTERS.has(event.name) ? [{ step, call: event }] : [],
    ),
  );

const isSubagent = (trajectory: Trajectory): boolean =>
  trajectory.source.format === 'claude-code' && own(trajectory.metadata, 'isSidechain') === true;

const sessionOf = (trajectory: Trajectory): string | null => ownString(trajectory.metadata, 'sessionId');

/** Takes what belongs to a session out of `waiting`. Sub-agents may start others: once more for those that were added. */
function joinOne(main: Trajectory, waiting: Set<Trajectory>): Trajectory {
  const session = sessionOf(main);
  const candidates = [...waiting].filter((one) => sessionOf(one) === session && session !== null);
  let merged = main;
  for (let round = 0; round < MAX_NESTING && candidates.length > 0; round++) {
    const starts = startsOf(merged);
    const found = new Map<string, Trajectory>();
    for (const candidate of [...candidates]) {
      const start = starts.find(candidate);
      if (start === null || found.has(start.call.id)) continue;
      found.set(start.call.id, candidate);
      candidates.splice(candidates.indexOf(candidate), 1);
      waiting.delete(candidate);
    }
    if (found.size === 0) break;
    merged = mergeInto(merged, found);
  }
  return merged;
}

const MAX_NESTING = 8;

/** The calls of a trajectory that start sub-agents, to be found by who was started. */
function startsOf(trajectory: Trajectory): { find(subagent: Trajectory): Start | null } {
  const byCallId = new Map<string, Start>();
  const byPrompt = new Map<string, Start[]>();
  const byAgent = new Map<string, Start>();
  for (const start of startCalls(trajectory)) {
    const { call } = start;
    byCallId.set(call.callId, start);
    const agentId = ownString(own(trajectory.metadata, 'subagents'), call.callId);
    if (agentId !== null) byAgent.set(agentId, start);
    const prompt = ownString(call.arguments, 'prompt')?.trim() ?? '';
    const same = byPrompt.get(prompt);
    if (same !== undefined) same.push(start);
    else if (prompt !== '') byPrompt.set(prompt, [start]);
  }
  const taken = new Set<Start>();
  const take = (start: Start | undefined): Start | null => {
    if (start === undefined || taken.has(start)) return null;
    taken.add(start);
    return start;
  };
  return {
    find: (subagent) => {
      const { metadata, instruction } = subagent;
      const called = take(byCallId.get(ownString(metadata, 'parentToolUseId') ?? ''));
      const named = called ?? take(byAgent.get(agentIdOf(subagent) ?? ''));
      return named ?? take(byPrompt.get(instruction?.trim() ?? '')?.find((start) => !taken.has(start)));
    },
  };
}

/** Older files name the sub-agent in their own name alone: `agent-<id>.jsonl`. */
const agentIdOf = ({ metadata, source }: Trajectory): string | null =>
  ownString(metadata, 'agentId') ?? /(?:^|[/\\])agent-([\w-]{1,64})\.jsonl$/.exec(source.uri ?? '')?.[1] ?? null;

function leaveApart(trajectory: Trajectory): Trajectory {
  const known = trajectory.coverage.warnings;
  if (known.some((warning) => warning.code === 'SUBAGENT_NOT_JOINED')) return trajectory;
  const warning = {
    code: 'SUBAGENT_NOT_JOINED',
    message: 'the call that started this sub-agent was not found: it stands alone',
    count: 1,
    firstRef: null,
  };
  return { ...trajectory, coverage: { ...trajectory.coverage, warnings: [...known, warning] } };
}
