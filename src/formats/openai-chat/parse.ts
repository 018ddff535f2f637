import { AppError } from '../../base/errors.ts';
import { isRecord, own, ownArray, ownString } from '../../base/json.ts';
import type { StepRole, Trajectory } from '../../contracts/trajectory.ts';
import type { ParseContext } from '../format.ts';
import { contentText } from '../shared/chat-content.ts';
import { type EventInput, TrajectoryBuilder, toolCallEvent, toolResultEvent } from '../shared/trajectory-builder.ts';
import { messagesOf } from './detect.ts';

const ROLE_OF: Readonly<Record<string, StepRole>> = {
  system: 'system',
  developer: 'system',
  user: 'user',
  assistant: 'agent',
  tool: 'tool',
  function: 'tool',
};

export function parse(document: unknown, context: ParseContext): readonly Trajectory[] {
  const found = messagesOf(document);
  if (found === null) throw new AppError('TRACE_FORMAT_INVALID', 'openai-chat: no list of messages');
  const id = ownString(document, 'id') ?? ownString(document, 'trajectory_id') ?? 'trajectory';
  const builder = new TrajectoryBuilder({ id, format: 'openai-chat', context });
  for (const tool of ownArray(document, 'tools') ?? []) addTool(builder, tool);
  addMessages(builder, found.messages, found.pointer);
  return [builder.finish()];
}

/** Adds OpenAI chat messages as steps, one a message; `pointer` is the list's place in the trajectory's own record. */
export function addMessages(builder: TrajectoryBuilder, messages: readonly unknown[], pointer: string): void {
  messages.forEach((message, index) => {
    const rawRef = `${pointer}/${index}`;
    if (!isRecord(message)) {
      builder.warn('MESSAGE_NOT_AN_OBJECT', 'an element of the list of messages is not an object', rawRef);
      const text = contentText(message);
      builder.addStep({
        rawRef,
        nativeIndex: index + 1,
        role: 'environment',
        agent: 'unknown',
        events: [{ kind: 'other', text, nativeKind: 'unknown' }],
      });
      return;
    }
    const nativeRole = ownString(message, 'role') ?? '';
    const role = ROLE_OF[nativeRole];
    if (role === undefined) builder.warn('ROLE_UNKNOWN', `a message has the unknown role "${nativeRole}"`, rawRef);
    const text = contentText(own(message, 'content'));
    if (role === 'system' && builder.policy === null) builder.policy = text;
    if (role === 'user' && builder.instruction === null) builder.instruction = text;
    builder.addStep({
      rawRef,
      nativeIndex: index + 1,
      role: role ?? 'environment',
      agent:
        role === 'tool'
          ? (ownString(message, 'name') ?? 'tool')
          : (ownString(message, 'name') ?? (nativeRole || 'unknown')),
      model: ownString(message, 'model'),
      events: eventsOf(message, role, text, nativeRole),
    });
  });
}

function eventsOf(
  message: Record<string, unknown>,
  role: StepRole | undefined,
  text: string,
  nativeRole: string,
): EventInput[] {
  if (role === undefined) return [{ kind: 'other', text, nativeKind: `role:${nativeRole}` }];
  if (role === 'tool') return [toolResultEvent(ownString(message, 'tool_call_id'), ownString(message, 'name'), text)];
  const events: EventInput[] = [];
  const reasoning = ownString(message, 'reasoning_content') ?? ownString(message, 'reasoning');
  if (reasoning !== null && reasoning !== '') events.push({ kind: 'reasoning', text: reasoning });
  const refusal = ownString(message, 'refusal');
  if (refusal !== null && refusal !== '') events.push({ kind: 'message', text: refusal, to: null });
  if (text !== '') events.push({ kind: 'message', text, to: null });
  for (const call of ownArray(message, 'tool_calls') ?? []) {
    const called = own(call, 'function');
    events.push(toolCallEvent(ownString(call, 'id'), ownString(called, 'name') ?? '', own(called, 'arguments')));
  }
  const legacy = own(message, 'function_call');
  if (isRecord(legacy)) events.push(toolCallEvent(null, ownString(legacy, 'name') ?? '', own(legacy, 'arguments')));
  if (events.length === 0) events.push({ kind: 'message', text: '', to: null });
  return events;
}

/** Adds a tool definition in OpenAI's shape (`{type: "function", function: {…}}` or flat). */
export function addTool(builder: TrajectoryBuilder, tool: unknown): void {
  const definition = isRecord(own(tool, 'function')) ? own(tool, 'function') : tool;
  const name = ownString(definition, 'name');
  if (name === null) return;
  const parameters = own(definition, 'parameters') ?? own(definition, 'input_schema') ?? null;
  builder.addTool({ name, description: ownString(definition, 'description'), parameters: parameters as never });
}
