import { isRecord, own, ownString } from '../../base/json.ts';

/** The text of a chat message's content: a string, or a list of parts. Parts that are not text are named in brackets. */
export function contentText(content: unknown): string {
  if (typeof content === 'string') return content;
  if (content === null || content === undefined) return '';
  if (Array.isArray(content)) return content.map(partText).join('\n');
  return JSON.stringify(content);
}

function partText(part: unknown): string {
  if (typeof part === 'string') return part;
  const text = ownString(part, 'text') ?? ownString(part, 'content') ?? ownString(part, 'refusal');
  if (text !== null) return text;
  const inner = own(part, 'content');
  if (Array.isArray(inner)) return contentText(inner);
  return isRecord(part) ? `[${ownString(part, 'type') ?? 'part'}]` : JSON.stringify(part);
}
