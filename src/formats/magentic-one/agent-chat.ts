import { isRecord, type JsonValue, own, ownArray, ownString } from '../../base/json.ts';
import type { Usage } from '../../contracts/trajectory.ts';
import { contentText } from '../shared/chat-content.ts';
import { readGroupChat } from '../shared/group-chat.ts';
import {
  type EventInput,
  type TrajectoryBuilder,
  toolCallEvent,
  toolResultEvent,
} from '../shared/trajectory-builder.ts';

/** A message or event of AutoGen's AgentChat: it names its `source` and its class. */
export const isAgentChatMessage = (value: unknown): value is Record<string, unknown> =>
  isRecord(value) && ownString(value, 'source') !== null && /(?:Message|Event)$/.test(ownString(value, 'type') ?? '');

/** Adds the messages of AutoGen's AgentChat, on which newer Magentic-One runs, as steps, one each, counted from 1. */
export function addAgentChat(
  builder: TrajectoryBuilder,
  elements: readonly { readonly message: unknown; readonly ref: string }[],
): void {
  const turns = readGroupChat(
    elements.map(({ message }) => ({
      label: ownString(message, 'source') ?? 'unknown',
      text: isPlain(message) ? contentText(own(message, 'content')) : '',
    })),
  );
  elements.forEach(({ message, ref }, index) => {
    if (ownArray(message, 'messages') !== null) {
      readResult(builder, message);
      return;
    }
    const turn = turns[index];
    const typed = typedEvents(message);
    const role = typed?.[0]?.kind === 'tool-result' ? 'tool' : (turn?.role ?? 'environment');
    const events = typed ?? turn?.events ?? [];
    const first = events[0];
    if (role === 'user' && builder.instruction === null && first?.kind === 'message') builder.instruction = first.text;
    builder.addStep({
      id: ownString(message, 'id'),
      rawRef: ref,
      nativeIndex: index + 1,
      role,
      agent: turn?.agent ?? 'unknown',
      events,
      startedAt: ownString(message, 'created_at'),
      usage: usageOf(message),
    });
  });
}

/** Whether a message's content is what somebody said, and nothing else. */
const isPlain = (message: unknown): boolean =>
  ['TextMessage', 'MultiModalMessage', 'StopMessage', 'ToolCallSummaryMessage'].includes(
    ownString(message, 'type') ?? '',
  );

function typedEvents(message: unknown): EventInput[] | null {
  const content = own(message, 'content');
  const type = ownString(message, 'type') ?? 'unknown';
  if (isPlain(message)) return null;
  if (type === 'ToolCallRequestEvent' && Array.isArray(content)) {
    return content.map((call) =>
      toolCallEvent(ownString(call, 'id'), ownString(call, 'name') ?? '', own(call, 'arguments')),
    );
  }
  if (type === 'ToolCallExecutionEvent' && Array.isArray(content)) {
    return content.map((result) => {
      const flag = own(result, 'is_error');
      const isError = typeof flag === 'boolean' ? flag : null;
      return toolResultEvent(ownString(result, 'call_id'), ownString(result, 'name'), own(result, 'content'), isError);
    });
  }
  const text = contentText(content);
  if (type === 'ThoughtEvent') return [{ kind: 'reasoning', text }];
  const target = ownString(message, 'target');
  if (target !== null) return [{ kind: 'handoff', from: ownString(message, 'source'), to: target, text }];
  return [{ kind: 'other', text, nativeKind: type }];
}

/** The run's result repeats all its messages, and says why it stopped. */
function readResult(builder: TrajectoryBuilder, result: unknown): void {
  builder.countRecord();
  builder.elide('messages that the task result repeats', ownArray(result, 'messages')?.length ?? 0);
  const reason = own(result, 'stop_reason');
  if (typeof reason === 'string') builder.addMetadata('stopReason', reason.slice(0, 500) as JsonValue);
}

function usageOf(message: unknown): Usage | null {
  const usage = own(message, 'models_usage');
  if (!isRecord(usage)) return null;
  const count = (key: string): number | null => {
    const value = own(usage, key);
    return typeof value === 'number' ? value : null;
  };
  return { inputTokens: count('prompt_tokens'), outputTokens: count('completion_tokens'), costUsd: null };
}
