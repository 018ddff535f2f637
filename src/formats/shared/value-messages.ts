import { isRecord, ownArray, ownString } from '../../base/json.ts';
import { type ChatMessage, readMessages } from './chat-message.ts';
import { parsedValue } from './otlp-attributes.ts';

/** Keys under which frameworks put the one text that matters in a structured input or output. */
const TEXT_KEYS = {
  user: ['task', 'question', 'query', 'input', 'prompt', 'instruction', 'user_input', 'message', 'text', 'content'],
  assistant: ['output', 'answer', 'final_answer', 'result', 'response', 'return_value', 'message', 'text', 'content'],
} as const;

/**
 * The messages in the input or output of a span that is no model call: a conversation, or one text, which may stand in
 * an object (`{"task": "…"}`).
 */
export function valueMessages(value: unknown, role: 'user' | 'assistant'): readonly ChatMessage[] {
  const parsed = parsedValue(value);
  if (parsed === undefined || parsed === null || parsed === '') return [];
  if (!isRecord(parsed)) return readMessages(Array.isArray(parsed) ? parsed : value, role);
  if (ownArray(parsed, 'messages') !== null) return readMessages(parsed, role);
  if (ownString(parsed, 'role') !== null) return readMessages(parsed, role);
  for (const key of TEXT_KEYS[role]) {
    const text = ownString(parsed, key);
    if (text !== null && text.trim() !== '') return textMessage(text, role);
  }
  return textMessage(typeof value === 'string' ? value : JSON.stringify(value), role);
}

/** One message that is plain text; none where there is no text. */
export function textMessage(text: string | null, role: 'system' | 'user' | 'assistant'): readonly ChatMessage[] {
  if (text === null || text.trim() === '') return [];
  return [{ role, nativeRole: role, name: null, parts: [{ kind: 'text', text }] }];
}
