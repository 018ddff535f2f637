import { isRecord, own, ownArray, ownString } from '../../base/json.ts';
import type { StepRole } from '../../contracts/trajectory.ts';
import { contentText } from '../shared/chat-content.ts';
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
  assistant: 'agent',
  tool: 'tool',
  function: 'tool',
};

/** What a step takes from one chat message. */
export interface ReadMessage {
  readonly role: StepRole;
  readonly agent: string;
  readonly model: string | null;
  readonly events: EventInput[];
}

/**
 * Reads one OpenAI chat message of whatever shape, sets the builder's policy and instruction from the first system and
 * user message, and warns of what is not as it should be. `nameOfCall` gives the tool's name for a call's id.
 */
export function readMessage(
  builder: TrajectoryBuilder,
  message: unknown,
  rawRef: string,
  nameOfCall: (callId: string) => string | null = () => null,
): ReadMessage {
  if (!isRecord(message)) {
    builder.warn('MESSAGE_NOT_AN_OBJECT', 'an element of the list of messages is not an object', rawRef);
    const events: EventInput[] = [{ kind: 'other', text: contentText(message), nativeKind: 'unknown' }];
    return { role: 'environment', agent: 'unknown', model: null, events };
  }
  const nativeRole = ownString(message, 'role') ?? '';
  const role = Object.hasOwn(ROLE_OF, nativeRole) ? ROLE_OF[nativeRole] : undefined;
  const text = contentText(own(message, 'content'));
  const model = ownString(message, 'model');
  const name = ownString(message, 'name');
  if (role === undefined) {
    builder.warn('ROLE_UNKNOWN', `a message has the unknown role "${nativeRole.slice(0, 40)}"`, rawRef);
    const events: EventInput[] = [{ kind: 'other', text, nativeKind: `role:${nativeRole}` }];
    return { role: 'environment', agent: name ?? (nativeRole || 'unknown'), model, events };
  }
  if (role === 'system' && builder.policy === null) builder.policy = text;
  if (role === 'user' && builder.instruction === null) builder.instruction = text;
  if (role === 'tool') {
    const callId = ownString(message, 'tool_call_id');
    const tool = name ?? (callId === null ? null : nameOfCall(callId));
    const error = errorOf(message);
    const events = [toolResultEvent(callId, tool, text, error === null ? null : error.isError, error?.type ?? null)];
    return { role, agent: tool ?? 'tool', model, events };
  }
  return { role, agent: name ?? nativeRole, model, events: eventsOf(message, text) };
}

function eventsOf(message: Record<string, unknown>, text: string): EventInput[] {
  const events: EventInput[] = [];
  const reasoning = contentText(own(message, 'reasoning_content') ?? own(message, 'reasoning'));
  if (reasoning !== '') events.push({ kind: 'reasoning', text: reasoning });
  const refusal = ownString(message, 'refusal');
  if (refusal !== null && refusal !== '') events.push({ kind: 'message', text: refusal, to: null });
  if (text !== '') events.push({ kind: 'message', text, to: null });
  for (const call of ownArray(message, 'tool_calls') ?? []) events.push(callEvent(call));
  const legacy = own(message, 'function_call');
  if (isRecord(legacy)) events.push(toolCallEvent(null, ownString(legacy, 'name') ?? '', own(legacy, 'arguments')));
  if (events.length === 0) events.push({ kind: 'message', text: '', to: null });
  return events;
}

/** A call as OpenAI nests it (`function`), flat, or a custom tool's (`custom`, with free text as input). */
function callEvent(call: unknown): EventInput {
  const nested = own(call, 'function') ?? own(call, 'custom');
  const called = isRecord(nested) ? nested : call;
  const name = ownString(called, 'name') ?? (typeof nested === 'string' ? nested : '');
  return toolCallEvent(
    ownString(call, 'id'),
    name,
    own(called, 'arguments') ?? own(called, 'args') ?? own(called, 'input'),
  );
}

/** Whether a tool's message says itself that it failed: a flag, a status, or an `error` (Inspect writes `{type, message}`). */
function errorOf(message: Record<string, unknown>): { readonly isError: boolean; readonly type: string | null } | null {
  const error = own(message, 'error');
  if (isRecord(error)) return { isError: true, type: ownString(error, 'type') };
  if (typeof error === 'string' && error !== '') return { isError: true, type: null };
  const flag = own(message, 'is_error') ?? own(message, 'isError');
  if (typeof flag === 'boolean') return { isError: flag, type: null };
  const status = ownString(message, 'status');
  return status === 'error' || status === 'success' ? { isError: status === 'error', type: null } : null;
}
