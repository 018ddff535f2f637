import { append } from '../../base/append.ts';
import { isRecord, own, ownArray, ownString } from '../../base/json.ts';
import type { StepRole, Usage } from '../../contracts/trajectory.ts';
import { resultText } from '../shared/message-parts.ts';
import { type EventInput, toolCallEvent, toolResultEvent } from '../shared/trajectory-builder.ts';
import { actionEvents } from './message-action.ts';
import { readFacts, storedIn } from './stored-step.ts';

export const roleOf = (source: string | null): StepRole =>
  source === 'system' || source === 'user' || source === 'agent' ? source : 'environment';

/** A message: text, or parts of which those that are no text are named. */
export const messageText = (value: unknown): string => resultText(value);

/**
 * The events of an ATIF step. An observation belongs to the step: its results answer the step's calls, or, where the
 * step has none, the action that the message itself is.
 */
export function stepEvents(step: Record<string, unknown>): EventInput[] {
  const events: EventInput[] = [];
  const reasoning = ownString(step, 'reasoning_content');
  if (reasoning !== null && reasoning !== '') events.push({ kind: 'reasoning', text: reasoning });
  const text = messageText(own(step, 'message'));
  const isCompaction = ownString(own(own(step, 'extra'), 'context_management'), 'type') === 'compaction';
  const calls = ownArray(step, 'tool_calls') ?? [];
  const results = (ownArray(own(step, 'observation'), 'results') ?? []).filter(isOwnResult);
  const isAction = calls.length === 0 && results.length > 0 && ownString(step, 'source') === 'agent';
  if (isCompaction) events.push({ kind: 'compaction', text });
  else if (isAction) append(events, actionEvents(text));
  else if (text !== '') events.push({ kind: 'message', text, to: null });
  for (const call of calls) events.push(readCall(call));
  for (const result of results) events.push(readResult(result));
  return events;
}

/** A result may do no more than refer to a sub-agent's trajectory, or have been a step of its own before. */
const isOwnResult = (result: unknown): boolean => {
  const content = own(result, 'content');
  const stored = storedIn(result);
  const wasStep = readFacts(stored) !== null || ownString(stored, 'partOf') !== null;
  return isRecord(result) && content !== undefined && content !== null && !wasStep;
};

export function readCall(call: unknown): EventInput {
  return toolCallEvent(
    ownString(call, 'tool_call_id'),
    ownString(call, 'function_name') ?? '',
    own(call, 'arguments') ?? null,
  );
}

export function readResult(result: unknown): EventInput {
  return toolResultEvent(ownString(result, 'source_call_id'), null, resultText(own(result, 'content')));
}

/** The sub-agents that a step's observation refers to, by trajectory id (1.7) or, before, session id. */
export function subagentRefs(step: unknown): readonly string[] {
  return (ownArray(own(step, 'observation'), 'results') ?? []).flatMap((result) => {
    const refs = own(result, 'subagent_trajectory_ref');
    const list = Array.isArray(refs) ? refs : refs === undefined || refs === null ? [] : [refs];
    return list.flatMap((ref) => ownString(ref, 'trajectory_id') ?? ownString(ref, 'session_id') ?? []);
  });
}

export function readMetrics(metrics: unknown, prefix: '' | 'total_' = ''): Usage | null {
  if (!isRecord(metrics)) return null;
  const count = (key: string): number | null => {
    const value = own(metrics, key);
    return typeof value === 'number' ? value : null;
  };
  const usage = {
    inputTokens: count(`${prefix}prompt_tokens`),
    outputTokens: count(`${prefix}completion_tokens`),
    costUsd: count(`${prefix}cost_usd`),
  };
  return usage.inputTokens === null && usage.outputTokens === null && usage.costUsd === null ? null : usage;
}
