import { isRecord, own, ownArray } from '../../base/json.ts';
import { type ChatMessage, readMessages } from '../shared/chat-message.ts';
import { resultText } from '../shared/message-parts.ts';
import { attributeRaw, attributeText, attributeValue } from '../shared/otlp-attributes.ts';
import type { Span } from '../shared/span.ts';
import { NO_MEANING, type SpanMeaning } from '../shared/span-meaning.ts';
import { readTools } from '../shared/tool-definitions.ts';

const REQUEST = 'gcp.vertex.agent.llm_request';
const RESPONSE = 'gcp.vertex.agent.llm_response';
const TOOL_ARGUMENTS = 'gcp.vertex.agent.tool_call_args';
const TOOL_RESPONSE = 'gcp.vertex.agent.tool_response';

/** What Google's Agent Development Kit adds to its spans: the whole request and response, and a tool's both ends. */
export function readAdk(span: Span): SpanMeaning | null {
  const { attributes } = span;
  if (attributes.has(TOOL_ARGUMENTS) || attributes.has(TOOL_RESPONSE)) {
    const response = attributes.get(TOOL_RESPONSE);
    return {
      ...NO_MEANING,
      kind: 'tool',
      tool: {
        name: attributeText(attributes, 'gen_ai.tool.name') ?? span.name,
        callId: attributeText(attributes, 'gen_ai.tool.call.id'),
        arguments: attributeRaw(attributes, TOOL_ARGUMENTS),
        result: response === undefined ? null : resultText(response),
      },
    };
  }
  // Spans of tools carry both, empty: `{}`.
  const isCall = [REQUEST, RESPONSE].some((key) => (attributeText(attributes, key)?.length ?? 0) > 2);
  if (!isCall) return null;
  const request = (): unknown => attributeValue(attributes, REQUEST);
  return {
    ...NO_MEANING,
    kind: 'llm',
    input: () => readRequest(request()),
    output: () => readResponse(attributeValue(attributes, RESPONSE)),
    tools: () => readTools(own(own(request(), 'config'), 'tools')),
  };
}

function readRequest(request: unknown): readonly ChatMessage[] {
  return [
    ...readMessages(own(own(request, 'config'), 'system_instruction'), 'system'),
    ...(ownArray(request, 'contents') ?? []).flatMap((content) => readMessages(content, 'user')),
  ];
}

function readResponse(response: unknown): readonly ChatMessage[] {
  const content = own(response, 'content');
  return isRecord(content) ? readMessages(content, 'model') : [];
}
