import { isRecord, own, ownArray, ownString } from '../../base/json.ts';

const ROLES = new Set(['system', 'developer', 'user', 'assistant', 'tool', 'function']);

/** Whether a value is one OpenAI chat message. */
export const isChatMessage = (value: unknown): boolean =>
  isRecord(value) &&
  ROLES.has(ownString(value, 'role') ?? '') &&
  (own(value, 'content') !== undefined || own(value, 'tool_calls') !== undefined);

/** The messages of a document: a bare list, or an object that holds them as `messages`; null where there are none. */
export function messagesOf(
  document: unknown,
): { readonly messages: readonly unknown[]; readonly pointer: string } | null {
  if (Array.isArray(document)) return { messages: document, pointer: '' };
  for (const key of ['messages', 'conversation', 'traj']) {
    const messages = ownArray(document, key);
    if (messages !== null) return { messages, pointer: `/${key}` };
  }
  return null;
}

export function detect(document: unknown): number {
  const found = messagesOf(document);
  if (found === null || found.messages.length === 0) return 0;
  const sample = found.messages.slice(0, 20);
  const share = sample.filter(isChatMessage).length / sample.length;
  if (share < 0.5) return 0;
  const structured = sample.some(
    (message) => ownArray(message, 'tool_calls') !== null || ownString(message, 'role') === 'tool',
  );
  return share * (structured ? 0.8 : 0.6);
}
