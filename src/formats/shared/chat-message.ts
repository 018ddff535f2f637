import { isRecord, own, ownArray, ownString } from '../../base/json.ts';
import { isPart, type MessagePart, readParts, resultText } from './message-parts.ts';
import { parsedValue } from './otlp-attributes.ts';

/** A chat message of any provider or framework, in one shape. */
export interface ChatMessage {
  readonly role: ChatRole;
  /** The role as the source has it. */
  readonly nativeRole: string;
  readonly name: string | null;
  readonly parts: readonly MessagePart[];
}

/** `call` is a message that only repeats which tools an assistant called. */
export type ChatRole = 'system' | 'user' | 'assistant' | 'tool' | 'call' | 'other';

const ROLES: ReadonlyMap<string, ChatRole> = new Map<string, ChatRole>([
  ['system', 'system'],
  ['developer', 'system'],
  ['user', 'user'],
  ['human', 'user'],
  ['assistant', 'assistant'],
  ['ai', 'assistant'],
  ['model', 'assistant'],
  ['aimessagechunk', 'assistant'],
  ['tool', 'tool'],
  ['function', 'tool'],
  ['ipython', 'tool'],
  ['tool-response', 'tool'],
  ['tool-call', 'call'],
]);

/** The messages in a value: a list of them (also as JSON text, also one level deeper), one message, or plain text. */
export function readMessages(value: unknown, defaultRole: string): readonly ChatMessage[] {
  const parsed = parsedValue(value);
  if (parsed === undefined || parsed === null || parsed === '') return [];
  if (Array.isArray(parsed)) {
    const list = parsed.length === 1 && Array.isArray(parsed[0]) ? parsed[0] : parsed;
    if (list.some(isMessage)) return list.map((message) => readMessage(message, defaultRole));
    const parts = list.flatMap(readParts);
    return parts.length === 0 ? [] : [message(defaultRole, null, parts)];
  }
  const inner = ownArray(parsed, 'messages');
  if (inner !== null) return readMessages(inner, defaultRole);
  return [readMessage(parsed, defaultRole)];
}

const ITEM_TYPES = new Set(['function_call', 'function_call_output', 'message']);

/** Whether a value looks like a chat message, and not like one part of a message. */
export function isMessage(value: unknown): boolean {
  if (!isRecord(value)) return false;
  if (isRecord(own(value, 'message')) || isRecord(own(value, 'kwargs'))) return true;
  if (ownString(value, 'role') !== null) return true;
  const type = ownString(value, 'type')?.toLowerCase() ?? '';
  if (ITEM_TYPES.has(type)) return true;
  return ROLES.get(type) !== undefined && own(value, 'content') !== undefined;
}

function readMessage(raw: unknown, defaultRole: string): ChatMessage {
  if (!isRecord(raw)) return message(defaultRole, null, readParts(raw));
  const wrapped = own(raw, 'message') ?? own(raw, 'kwargs');
  if (isRecord(wrapped) && ownString(raw, 'role') === null) return readMessage(wrapped, roleOf(raw, defaultRole));
  const item = readItem(raw);
  if (item !== null) return item;
  const role = roleOf(raw, defaultRole);
  const parts = [...reasoningParts(raw), ...contentParts(raw), ...callParts(raw)];
  const shaped = message(role, ownString(raw, 'name'), parts);
  return shaped.role === 'tool' ? asResult(shaped, raw) : shaped;
}

function roleOf(raw: Record<string, unknown>, defaultRole: string): string {
  const role = ownString(raw, 'role');
  if (role !== null && role !== '') return role;
  const type = ownString(raw, 'type')?.toLowerCase() ?? '';
  if (ROLES.get(type) !== undefined) return type;
  // A serialised LangChain message names its class: […, "HumanMessage"].
  const name = (ownArray(raw, 'id') ?? []).at(-1);
  const match = typeof name === 'string' ? /^(Human|AI|System|Tool|Function)Message/.exec(name) : null;
  return match?.[1]?.toLowerCase() ?? defaultRole;
}

function message(nativeRole: string, name: string | null, parts: readonly MessagePart[]): ChatMessage {
  const role = ROLES.get(nativeRole.toLowerCase()) ?? 'other';
  const carriesResults = parts.length > 0 && parts.every((part) => part.kind === 'result');
  return { role: carriesResults && role === 'user' ? 'tool' : role, nativeRole, name, parts };
}

/** An item of OpenAI's Responses API that is no plain message. */
function readItem(raw: Record<string, unknown>): ChatMessage | null {
  const type = ownString(raw, 'type');
  if (type !== 'function_call' && type !== 'function_call_output' && !(type === 'reasoning' && own(raw, 'summary'))) {
    return null;
  }
  return message(type === 'function_call_output' ? 'tool' : 'assistant', null, readParts([raw]));
}

function reasoningParts(raw: Record<string, unknown>): readonly MessagePart[] {
  const text = ownString(raw, 'reasoning_content') ?? ownString(raw, 'reasoning') ?? ownString(raw, 'thinking');
  return text === null || text === '' ? [] : [{ kind: 'reasoning', text }];
}

function contentParts(raw: Record<string, unknown>): readonly MessagePart[] {
  for (const key of ['parts', 'content', 'contents', 'text']) {
    const value = own(raw, key);
    if (value === undefined || value === null || value === '') continue;
    // Content blocks that an exporter wrote as JSON text are told from a message that is JSON by their shape.
    const parsed = parsedValue(value);
    const blocks = Array.isArray(parsed) && parsed.length > 0 && parsed.every(isPart);
    const parts = readParts(blocks ? parsed : value);
    if (parts.length > 0) return parts;
  }
  const refusal = ownString(raw, 'refusal');
  return refusal === null || refusal === '' ? [] : [{ kind: 'text', text: refusal }];
}

function callParts(raw: Record<string, unknown>): readonly MessagePart[] {
  const listed = parsedValue(own(raw, 'tool_calls') ?? own(raw, 'toolCalls'));
  const legacy = own(raw, 'function_call');
  const calls = [...(Array.isArray(listed) ? listed : []), ...(isRecord(legacy) ? [legacy] : [])];
  return calls.map((call): MessagePart => {
    const outer = isRecord(own(call, 'tool_call')) ? own(call, 'tool_call') : call;
    const inner = isRecord(own(outer, 'function')) ? own(outer, 'function') : outer;
    return {
      kind: 'call',
      id: ownString(outer, 'id') ?? ownString(outer, 'tool_call_id') ?? ownString(outer, 'toolCallId'),
      name: ownString(inner, 'name') ?? ownString(inner, 'toolName') ?? '',
      arguments: own(inner, 'arguments') ?? own(inner, 'args') ?? own(inner, 'input'),
    };
  });
}

/** A tool's message whose content is plain text or blocks: its whole content is the result. */
function asResult(shaped: ChatMessage, raw: Record<string, unknown>): ChatMessage {
  if (shaped.parts.some((part) => part.kind === 'result')) return shaped;
  const id = ownString(raw, 'tool_call_id') ?? ownString(raw, 'toolCallId') ?? ownString(raw, 'id');
  const status = ownString(raw, 'status');
  const result: MessagePart = {
    kind: 'result',
    id: ownString(raw, 'tool_call_id') === null && ownString(raw, 'type') === 'tool' ? null : id,
    name: shaped.name,
    text: resultText(own(raw, 'content') ?? own(raw, 'contents')),
    isError: status === 'error' ? true : null,
  };
  return { ...shaped, parts: [result] };
}

/** The words of a message, reasoning and tool traffic left out. */
export function messageText(parts: readonly MessagePart[]): string {
  const texts = parts.filter((part) => part.kind === 'text').map((part) => part.text);
  return texts.length === 1 ? (texts[0] ?? '') : texts.join('\n');
}
