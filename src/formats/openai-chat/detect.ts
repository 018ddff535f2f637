import { ownArray, ownString } from '../../base/json.ts';
import { isMessageLike, sampleMessages } from '../shared/chat-records.ts';

const ROLES = new Set(['system', 'developer', 'user', 'assistant', 'tool', 'function']);

/** Whether a value is one OpenAI chat message. */
export const isChatMessage = (value: unknown): boolean =>
  isMessageLike(value) && ROLES.has(ownString(value, 'role') ?? '');

export function detect(document: unknown): number {
  const sample = sampleMessages(document);
  if (sample.length === 0) return 0;
  const share = sample.filter(isChatMessage).length / sample.length;
  if (share < 0.5) return 0;
  const structured = sample.some(
    (message) => ownArray(message, 'tool_calls') !== null || ownString(message, 'role') === 'tool',
  );
  return share * (structured ? 0.8 : 0.6);
}
