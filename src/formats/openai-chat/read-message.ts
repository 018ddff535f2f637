import { append } from '../../base/append.ts';
import { isRecord, own, ownArray, ownString } from '../../base/json.ts';
import type { StepRole } from '../../contracts/trajectory.ts';
import { contentText } from '../shared/chat-content.ts';
import { contentEvents } from '../shared/content-blocks.ts';
import { taggedEvents } from '../shared/tagged-text.ts';
import {
  type EventInput,
  type TrajectoryBuilder,
  toolCallEvent,
  toolResultEvent,
} from '../shared/trajectory-builder.ts';

const ROLE_OF: Readonly<Record<string, StepRole>> = {
  system: 'system',
  developer: 'system',
  user: 'user',
  human: 'user',
  assistant: 'agent',
  model: 'agent',
  tool: 'tool',
  function: 'tool',
  toolResult: 'tool',
};

/** What a step takes from one chat message. */
export interface ReadMessage {
  readonly role: StepRole;
  readonly agent: string;
  readonly events: readonly EventInput[];
}

export type NameOfCall = (callId: string) => string | null;

/**
 * Reads one chat message of whatever shape, sets the builder's policy and instruction from the first system and user
 * message, and warns of what is not as it should be. `nameOfCall` gives the tool's name for a call's id.
 */
export function readMessage(
  builder: TrajectoryBuilder,
  message: unknown,
  rawRef: string,
  nameOfCall: NameOfCall = () => null,
): ReadMessage {
  if (!isRecord(message)) {
    builder.warn('MESSAGE_NOT_AN_OBJECT', 'an element of the list of messages is not an object', rawRef);
    return other('unknown', contentText(message), 'unknown');
  }
  const nativeRole = ownString(message, 'role') ?? '';
  const role = Object.hasOwn(ROLE_OF, nativeRole) ? ROLE_OF[nativeRole] : undefined;
  const name = ownString(message, 'name');
  const text = contentText(own(message, 'content'));
  if (role === undefined) {
    builder.warn('ROLE_UNKNOWN', `a message has the unknown role "${nativeRole.slice(0, 40)}"`, rawRef);
    return other(name ?? (nativeRole || 'unknown'), text, `role:${nativeRole.slice(0, 40)}`);
  }
  if (role === 'system' && builder.policy === null && text !== '') builder.policy = text;
  const events =
    role === 'tool' ? toolEvents(builder, message, nameOfCall) : spokenEvents(builder, message, role, nameOfCall);
  if (role === 'user' && events.length > 0 && answersMost(events)) {
    return { role: 'tool', agent: nameOfResult(events) ?? 'tool', events };
  }
  if (role === 'user' && builder.instruction === null && text !== '') builder.instruction = text;
  return { role, agent: name ?? (role === 'tool' ? nameOfResult(events) : null) ?? nativeRole, events };
}

function other(agent: string, text: string, nativeKind: string): ReadMessage {
  return { role: 'environment', agent, events: [{ kind: 'other', text, nativeKind }] };
}

/** Providers without a tool's role send results as the user's: a message is the tools' where results are at least half of it. */
const answersMost = (events: readonly EventInput[]): boolean =>
  events.filter((event) => event.kind === 'tool-result').length * 2 >= events.length;

function nameOfResult(events: readonly EventInput[]): string | null {
  for (const event of events) if (event.kind === 'tool-result' && event.name !== null) return event.name;
  return null;
}

function toolEvents(
  builder: TrajectoryBuilder,
  message: Record<string, unknown>,
  nameOfCall: NameOfCall,
): readonly EventInput[] {
  const content = own(message, 'content');
  const blocks = contentEvents(builder, content, nameOfCall);
  if (blocks.some((event) => event.kind === 'tool-result')) return blocks;
  const callId = ownString(message, 'tool_call_id') ?? ownString(message, 'toolCallId') ?? tauTwoId(message);
  const name = ownString(message, 'name') ?? ownString(message, 'toolName');
  const tool = name ?? (callId === null ? null : nameOfCall(callId));
  const error = errorOf(message);
  return [toolResultEvent(callId, tool, contentText(content), error?.isError ?? null, error?.type ?? null)];
}

/** tau2-bench names the call in the `id` of the tool's message, and says beside it who had asked. */
const tauTwoId = (message: Record<string, unknown>): string | null =>
  ownString(message, 'requestor') === null ? null : ownString(message, 'id');

function spokenEvents(
  builder: TrajectoryBuilder,
  message: Record<string, unknown>,
  role: StepRole,
  nameOfCall: NameOfCall,
): readonly EventInput[] {
  const events: EventInput[] = [];
  const reasoning = contentText(own(message, 'reasoning_content') ?? own(message, 'reasoning'));
  if (reasoning !== '') events.push({ kind: 'reasoning', text: reasoning });
  const refusal = ownString(message, 'refusal');
  if (refusal !== null && refusal !== '') events.push({ kind: 'message', text: refusal, to: null });
  const content = own(message, 'content');
  if (role === 'agent' && typeof content === 'string') append(events, taggedEvents(content));
  else append(events, contentEvents(builder, content, nameOfCall));
  for (const call of ownArray(message, 'tool_calls') ?? []) events.push(callEvent(call));
  const legacy = own(message, 'function_call');
  if (isRecord(legacy)) events.push(toolCallEvent(null, ownString(legacy, 'name') ?? '', own(legacy, 'arguments')));
  const error = errorOf(message);
  if (error?.isError === true && error.text !== '') {
    events.push({ kind: 'error', text: error.text, errorType: error.type });
  }
  if (events.length === 0) events.push({ kind: 'message', text: '', to: null });
  return events;
}

/** A call as OpenAI nests it (`function`), flat, or a custom tool's (`custom`, with free text as input). */
function callEvent(call: unknown): EventInput {
  const nested = own(call, 'function') ?? own(call, 'custom');
  const called = isRecord(nested) ? nested : call;
  const name = ownString(called, 'name') ?? (typeof nested === 'string' ? nested : '');
  const given = own(called, 'arguments') ?? own(called, 'args') ?? own(called, 'input');
  return toolCallEvent(ownString(call, 'id'), name, given);
}

/** What a message says itself of its failure: a flag, a status, or an `error` (Inspect writes `{type, message}`). */
function errorOf(
  message: Record<string, unknown>,
): { readonly isError: boolean; readonly type: string | null; readonly text: string } | null {
  const error = own(message, 'error');
  if (isRecord(error)) {
    return {
      isError: true,
      type: ownString(error, 'type'),
      text: ownString(error, 'message') ?? JSON.stringify(error),
    };
  }
  if (typeof error === 'string' && error !== '') return { isError: true, type: null, text: error };
  const flag = own(message, 'is_error') ?? own(message, 'isError') ?? error;
  if (typeof flag === 'boolean') return { isError: flag, type: null, text: '' };
  const status = ownString(message, 'status');
  return status === 'error' || status === 'success' ? { isError: status === 'error', type: null, text: '' } : null;
}
