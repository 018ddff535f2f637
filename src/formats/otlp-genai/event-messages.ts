import { append } from '../../base/append.ts';
import { isRecord, type JsonValue, own, ownString } from '../../base/json.ts';
import { type ChatMessage, readMessages } from '../shared/chat-message.ts';
import { attributeValue, parsedValue } from '../shared/otlp-attributes.ts';
import type { SpanEvent } from '../shared/span.ts';

export interface EventMessages {
  readonly input: readonly ChatMessage[];
  readonly output: readonly ChatMessage[];
  readonly systemInstructions: unknown;
  readonly toolDefinitions: unknown;
}

/** Events of the conventions up to 1.36 that each hold one message of the conversation so far. */
const ROLE_OF_EVENT: ReadonlyMap<string, string> = new Map<string, string>([
  ['gen_ai.system.message', 'system'],
  ['gen_ai.user.message', 'user'],
  ['gen_ai.assistant.message', 'assistant'],
  ['gen_ai.tool.message', 'tool'],
]);

/** The conversation in a span's events, or in the log records that belong to it. */
export function readEventMessages(events: readonly SpanEvent[]): EventMessages {
  const input: ChatMessage[] = [];
  const output: ChatMessage[] = [];
  let systemInstructions: unknown;
  let toolDefinitions: unknown;
  for (const event of events) {
    const role = ROLE_OF_EVENT.get(event.name);
    if (role !== undefined) {
      append(input, readMessages(messageOf(event), role));
    } else if (event.name === 'gen_ai.choice') {
      append(output, readMessages(choiceOf(event), 'assistant'));
    } else if (event.name === 'gen_ai.content.prompt') {
      append(input, readMessages(attributeValue(event.attributes, 'gen_ai.prompt'), 'user'));
    } else if (event.name === 'gen_ai.content.completion') {
      append(output, readMessages(attributeValue(event.attributes, 'gen_ai.completion'), 'assistant'));
    } else if (event.name === 'gen_ai.client.inference.operation.details') {
      const { attributes } = event;
      append(input, readMessages(attributeValue(attributes, 'gen_ai.input.messages'), 'user'));
      append(output, readMessages(attributeValue(attributes, 'gen_ai.output.messages'), 'assistant'));
      systemInstructions ??= attributeValue(attributes, 'gen_ai.system_instructions');
      toolDefinitions ??= attributeValue(attributes, 'gen_ai.tool.definitions');
    }
  }
  return { input, output, systemInstructions, toolDefinitions };
}

/** Results of evaluations that were recorded on a span. */
export const readEvaluations = (events: readonly SpanEvent[]): readonly JsonValue[] =>
  events
    .filter((event) => event.name === 'gen_ai.evaluation.result')
    .map((event) => Object.fromEntries(event.attributes) as JsonValue);

/** Fields of an event, which stand in its body or among its attributes, in part as JSON text. */
function fieldsOf(event: SpanEvent): Record<string, unknown> {
  const body = parsedValue(event.body);
  const fields: Record<string, unknown> = Object.create(null);
  for (const [key, value] of event.attributes) fields[key] = value;
  if (isRecord(body)) Object.assign(fields, body);
  else if (typeof body === 'string') fields.content = body;
  return fields;
}

function messageOf(event: SpanEvent): unknown {
  const { role, ...fields } = fieldsOf(event);
  return typeof role === 'string' ? { ...fields, role } : fields;
}

/** A choice is `{index, finish_reason, message: {…}}`; some libraries put the message's fields beside the index. */
function choiceOf(event: SpanEvent): unknown {
  const fields = fieldsOf(event);
  const message = parsedValue(own(fields, 'message'));
  if (isRecord(message)) return ownString(message, 'role') === null ? { ...message, role: 'assistant' } : message;
  if (message !== undefined && message !== null) return { role: 'assistant', content: message };
  return { ...fields, role: 'assistant' };
}
