import { isRecord, own, ownString } from '../../base/json.ts';
import { contentText } from './chat-content.ts';
import { type EventInput, type TrajectoryBuilder, toolCallEvent, toolResultEvent } from './trajectory-builder.ts';

/** Block types that mean more than text, as Anthropic, the Vercel AI SDK and their kin name them. */
const CALLS = new Set(['tool_use', 'server_tool_use', 'mcp_tool_use', 'tool-call', 'tool_call', 'toolCall']);
const RESULTS = new Set(['tool_result', 'mcp_tool_result', 'tool-result', 'toolResult', 'tool_call_response']);
const THOUGHTS = new Set(['thinking', 'reasoning', 'redacted_thinking', 'redacted-reasoning']);

const isResult = (type: string): boolean => RESULTS.has(type) || type.endsWith('_tool_result');

/** Whether a part of a message's content is a tool call, a tool result or a thought. */
export function isActiveBlock(part: unknown): boolean {
  const type = ownString(part, 'type') ?? '';
  return CALLS.has(type) || THOUGHTS.has(type) || isResult(type);
}

/**
 * Events of a message's content: text as one message (parts that stand together are joined by a line break), calls,
 * results and thoughts as what they are, in order.
 */
export function contentEvents(
  builder: TrajectoryBuilder,
  content: unknown,
  nameOfCall: (callId: string) => string | null,
): EventInput[] {
  if (!Array.isArray(content) || !content.some(isActiveBlock)) {
    const text = contentText(content);
    return text === '' ? [] : [{ kind: 'message', text, to: null }];
  }
  const events: EventInput[] = [];
  let plain: unknown[] = [];
  const flush = (): void => {
    const text = contentText(plain);
    if (text.trim() !== '') events.push({ kind: 'message', text, to: null });
    plain = [];
  };
  for (const part of content) {
    const type = ownString(part, 'type') ?? '';
    if (!isActiveBlock(part) || !isRecord(part)) {
      plain.push(part);
      continue;
    }
    flush();
    if (CALLS.has(type)) events.push(callOf(part));
    else if (isResult(type)) events.push(resultOf(part, nameOfCall));
    else events.push(thoughtOf(builder, part));
  }
  flush();
  return events;
}

function callOf(part: Record<string, unknown>): EventInput {
  const id = ownString(part, 'id') ?? ownString(part, 'toolCallId');
  const name = ownString(part, 'name') ?? ownString(part, 'toolName') ?? '';
  return toolCallEvent(id, name, own(part, 'input') ?? own(part, 'args') ?? own(part, 'arguments'));
}

function resultOf(part: Record<string, unknown>, nameOfCall: (callId: string) => string | null): EventInput {
  const id = ownString(part, 'tool_use_id') ?? ownString(part, 'toolCallId') ?? ownString(part, 'id');
  const name = ownString(part, 'toolName') ?? ownString(part, 'name') ?? (id === null ? null : nameOfCall(id));
  const raw = own(part, 'content') ?? own(part, 'output') ?? own(part, 'result') ?? own(part, 'response');
  const flag = own(part, 'is_error') ?? own(part, 'isError');
  const isError = typeof flag === 'boolean' ? flag : null;
  const errorType = ownString(raw, 'error_code');
  const value = typeof raw === 'string' || Array.isArray(raw) ? contentText(raw) : raw;
  return toolResultEvent(id, name, value, errorType === null ? isError : true, errorType);
}

function thoughtOf(builder: TrajectoryBuilder, part: Record<string, unknown>): EventInput {
  const text = ownString(part, 'thinking') ?? ownString(part, 'text') ?? ownString(part, 'reasoning');
  if (text !== null) return { kind: 'reasoning', text };
  builder.countRedacted();
  return { kind: 'reasoning', text: '' };
}
