import { AppError } from '../../base/errors.ts';
import { own, ownArray, ownString } from '../../base/json.ts';
import type { Trajectory } from '../../contracts/trajectory.ts';
import type { ParseContext } from '../format.ts';
import { readRunInfo } from '../mini-swe-agent/run-info.ts';
import { contentText } from '../shared/chat-content.ts';
import { type EventInput, TrajectoryBuilder, toolCallEvent, toolResultEvent } from '../shared/trajectory-builder.ts';
import { isSweRun } from './detect.ts';

export function parse(document: unknown, context: ParseContext): readonly Trajectory[] {
  if (!isSweRun(document)) throw new AppError('TRACE_FORMAT_INVALID', 'swe-agent: no list of actions and observations');
  const id = ownString(own(document, 'problem_statement'), 'id') ?? ownString(document, 'instance_id') ?? 'trajectory';
  const builder = new TrajectoryBuilder({ id, format: 'swe-agent', context });
  readRunInfo(builder, own(document, 'info'));
  const actions = readHistory(builder, ownArray(document, 'history') ?? []);
  (ownArray(document, 'trajectory') ?? []).forEach((entry, index) => {
    const turn = actions[index];
    builder.addStep({
      rawRef: `/trajectory/${index}`,
      nativeIndex: index + 1,
      role: 'agent',
      agent: ownString(turn ?? actions[0], 'agent') ?? 'agent',
      events: eventsOf(entry, index, turn),
    });
  });
  return [builder.finish()];
}

/** Sets policy and instruction, and gives the messages in which the agent acted, in order. Demonstrations are no part of the run. */
function readHistory(builder: TrajectoryBuilder, history: readonly unknown[]): readonly unknown[] {
  const inRun = history.filter((message) => own(message, 'is_demo') !== true);
  if (inRun.length < history.length) builder.elide('messages of a demonstration', history.length - inRun.length);
  for (const message of inRun) {
    const role = ownString(message, 'role');
    const text = contentText(own(message, 'content'));
    if (role === 'system') builder.policy ??= text;
    if (role === 'user') builder.instruction ??= text;
    if (role === 'assistant') break;
  }
  return inRun.filter((message) => ownString(message, 'role') === 'assistant');
}

function eventsOf(entry: unknown, index: number, turn: unknown): readonly EventInput[] {
  const events: EventInput[] = [];
  const thought = ownString(entry, 'thought') ?? '';
  if (thought !== '') events.push({ kind: 'reasoning', text: thought });
  const action = ownString(entry, 'action') ?? '';
  const observation = contentText(own(entry, 'observation'));
  if (action.trim() === '') {
    // Nothing was run: what the environment says then is about the answer's form.
    if (observation !== '') events.push({ kind: 'error', text: observation, errorType: null });
    return events.length === 0 ? [{ kind: 'message', text: '', to: null }] : events;
  }
  const callId = `call-${index + 1}`;
  events.push(callOf(action, callId, turn), toolResultEvent(callId, null, observation));
  return events;
}

/** The action as the structured call that the model made, where the history has it; else as the command that it is. */
function callOf(action: string, callId: string, turn: unknown): EventInput {
  const calls = ownArray(turn, 'tool_calls') ?? [];
  const called = own(calls[0], 'function');
  const name = ownString(called, 'name');
  if (calls.length === 1 && name !== null && ownString(turn, 'action') === action) {
    return toolCallEvent(callId, name, own(called, 'arguments'));
  }
  return {
    kind: 'tool-call',
    callId,
    name: /^\s*([\w.-]{1,100})/.exec(action)?.[1] ?? 'bash',
    arguments: null,
    text: action,
    argumentsValid: true,
    inferred: false,
  };
}
