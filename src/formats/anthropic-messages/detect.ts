import { isRecord, own, ownString } from '../../base/json.ts';
import { isChatMessage } from '../openai-chat/detect.ts';
import { sampleMessages } from '../shared/chat-records.ts';
import { isActiveBlock } from '../shared/content-blocks.ts';

export function detect(document: unknown): number {
  const sample = sampleMessages(document);
  if (sample.length === 0 || sample.filter(isChatMessage).length * 2 < sample.length) return 0;
  if (sample.some(hasActiveBlocks)) return 0.9;
  const body = Array.isArray(document) ? document[0] : document;
  return isAnthropicBody(body) || isAnthropicBody(own(body, 'response')) || isAnthropicBody(own(body, 'request'))
    ? 0.85
    : 0;
}

function hasActiveBlocks(message: unknown): boolean {
  const content = own(message, 'content');
  return Array.isArray(content) && content.some(isActiveBlock);
}

/** A request with its system prompt beside the messages, or a response that is a message itself. */
const isAnthropicBody = (body: unknown): boolean =>
  isRecord(body) &&
  ((ownString(body, 'type') === 'message' && ownString(body, 'role') !== null) ||
    ((ownString(body, 'system') !== null || Array.isArray(own(body, 'system'))) &&
      Array.isArray(own(body, 'messages'))));
