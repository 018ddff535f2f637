import { own, ownString } from '../../base/json.ts';
import { type ChatMessage, readMessages } from '../shared/chat-message.ts';
import { type MessagePart, readParts, resultText } from '../shared/message-parts.ts';
import {
  type Attributes,
  attributeNumber,
  attributeRaw,
  attributeText,
  attributeValue,
} from '../shared/otlp-attributes.ts';
import type { Span } from '../shared/span.ts';
import { NO_MEANING, type SpanKind, type SpanMeaning, usageOf } from '../shared/span-meaning.ts';
import { readTools } from '../shared/tool-definitions.ts';
import { textMessage } from '../shared/value-messages.ts';

/** What a span of the AI SDK (`ai.*`) means: its inner calls are the model's, its outer ones the run around them. */
export function readAiSdk(span: Span): SpanMeaning | null {
  const { attributes } = span;
  const operation = attributeText(attributes, 'ai.operationId') ?? '';
  const kind = kindOf(operation, attributes);
  if (kind === null) return null;
  const common: Omit<SpanMeaning, 'kind'> = {
    ...NO_MEANING,
    model: attributeText(attributes, 'ai.response.model', 'ai.model.id'),
    usage: usageOf(
      attributeNumber(attributes, 'ai.usage.inputTokens', 'ai.usage.promptTokens'),
      attributeNumber(attributes, 'ai.usage.outputTokens', 'ai.usage.completionTokens'),
      null,
    ),
    session: attributeText(attributes, 'ai.telemetry.metadata.sessionId'),
  };
  if (kind === 'tool') return { ...common, kind, tool: readToolUse(span) };
  const reason = attributeText(attributes, 'ai.response.finishReason');
  return {
    ...common,
    kind,
    input: () => readInput(attributes),
    output: () => readOutput(attributes),
    tools: () => readTools(attributeValue(attributes, 'ai.prompt.tools')),
    finishReasons: reason === null ? [] : [reason.replaceAll('-', '_')],
  };
}

function kindOf(operation: string, attributes: Attributes): SpanKind | null {
  if (operation === 'ai.toolCall' || attributes.has('ai.toolCall.name')) return 'tool';
  if (!operation.startsWith('ai.') && !attributes.has('ai.prompt.messages') && !attributes.has('ai.response.text')) {
    return null;
  }
  if (operation.includes('embed')) return 'embedding';
  return /\.do(?:Generate|Stream)$/.test(operation) ? 'llm' : 'workflow';
}

function readInput(attributes: Attributes): readonly ChatMessage[] {
  const messages = readMessages(attributeValue(attributes, 'ai.prompt.messages'), 'user');
  if (messages.length > 0) return messages;
  const prompt = attributeValue(attributes, 'ai.prompt');
  const listed = readMessages(own(prompt, 'messages'), 'user');
  const single = ownString(prompt, 'prompt') ?? (typeof prompt === 'string' ? prompt : null);
  return [...textMessage(ownString(prompt, 'system'), 'system'), ...listed, ...textMessage(single, 'user')];
}

function readOutput(attributes: Attributes): readonly ChatMessage[] {
  const calls = attributeValue(attributes, 'ai.response.toolCalls', 'ai.result.toolCalls');
  const reasoning = attributeText(attributes, 'ai.response.reasoning');
  const text = attributeText(
    attributes,
    'ai.response.text',
    'ai.result.text',
    'ai.response.object',
    'ai.result.object',
  );
  const parts: MessagePart[] = [
    ...(reasoning === null ? [] : [{ kind: 'reasoning' as const, text: reasoning }]),
    ...readParts(text),
    ...(Array.isArray(calls) ? calls.map(readCall) : []),
  ];
  return parts.length === 0 ? [] : [{ role: 'assistant', nativeRole: 'assistant', name: null, parts }];
}

const readCall = (call: unknown): MessagePart => ({
  kind: 'call',
  id: ownString(call, 'toolCallId'),
  name: ownString(call, 'toolName') ?? '',
  arguments: own(call, 'args') ?? own(call, 'input'),
});

function readToolUse({ attributes, name }: Span): SpanMeaning['tool'] {
  const result = attributes.get('ai.toolCall.result') ?? attributes.get('ai.toolCall.output');
  return {
    name: attributeText(attributes, 'ai.toolCall.name') ?? name,
    callId: attributeText(attributes, 'ai.toolCall.id'),
    arguments: attributeRaw(attributes, 'ai.toolCall.args', 'ai.toolCall.input'),
    result: result === undefined ? null : resultText(result),
  };
}
