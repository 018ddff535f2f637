import { type ChatMessage, messageText } from './chat-message.ts';
import type { MessagePart } from './message-parts.ts';
import { isRenderedCalls, isRenderedResult, stripCallHeader } from './tool-call-text.ts';
import { type EventInput, toolCallEvent } from './trajectory-builder.ts';

export type CallPart = Extract<MessagePart, { kind: 'call' }>;
export type ResultPart = Extract<MessagePart, { kind: 'result' }>;

/** Messages that render calls and results as text, whatever role they were put under, are read as what they are. */
export function asToolTraffic(message: ChatMessage): ChatMessage {
  if (message.role === 'tool') return { ...message, parts: message.parts.map(withoutHeader) };
  if (message.role !== 'user') return message;
  const text = messageText(message.parts);
  if (isRenderedCalls(text)) return { ...message, role: 'call' };
  if (!isRenderedResult(text)) return message;
  const result: MessagePart = { kind: 'result', id: null, name: null, text, isError: null };
  return { ...message, role: 'tool', parts: [withoutHeader(result)] };
}

/** A result that says in its first words which call it answers: the id is taken out of the text. */
function withoutHeader(part: MessagePart): MessagePart {
  if (part.kind !== 'result' || part.id !== null) return part;
  const { id, text } = stripCallHeader(part.text);
  return { ...part, id, text };
}

/** A rendered call's arguments may be code: that they are no JSON is no fault of the agent. */
export function callEvent(part: CallPart): EventInput {
  const event = toolCallEvent(part.id, part.name, part.arguments);
  return part.rendered === true && event.kind === 'tool-call'
    ? { ...event, inferred: true, argumentsValid: true }
    : event;
}

/** Texts that follow each other, as one: providers cut a message where it suits them. */
export function joinTexts(parts: readonly MessagePart[]): readonly MessagePart[] {
  const joined: MessagePart[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (part.kind === 'text' && last?.kind === 'text') {
      joined[joined.length - 1] = { kind: 'text', text: `${last.text}\n${part.text}` };
    } else joined.push(part);
  }
  return joined;
}
