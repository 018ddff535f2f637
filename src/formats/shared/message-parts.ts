import { isRecord, own, ownArray, ownString } from '../../base/json.ts';

/** One part of a chat message, whatever its provider calls it. */
export type MessagePart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'reasoning'; readonly text: string }
  | {
      readonly kind: 'call';
      readonly id: string | null;
      readonly name: string;
      readonly arguments: unknown;
      /** True where the call was read out of a text that renders it. */
      readonly rendered?: boolean;
    }
  | {
      readonly kind: 'result';
      readonly id: string | null;
      readonly name: string | null;
      readonly text: string;
      readonly isError: boolean | null;
    }
  | { readonly kind: 'other'; readonly type: string };

/** The parts of a message's content: text, a part, or a list of parts in the shape of any of the big providers. */
export function readParts(content: unknown): readonly MessagePart[] {
  if (content === undefined || content === null) return [];
  if (typeof content === 'string') return content === '' ? [] : [{ kind: 'text', text: content }];
  if (Array.isArray(content)) return content.flatMap(readParts);
  if (!isRecord(content)) return [{ kind: 'text', text: String(content) }];
  const part = readTyped(content) ?? readKeyed(content);
  if (part !== null) return [part];
  const type = ownString(content, 'type');
  // An object that is no part of any known shape is what was said, as structured output.
  return type === null ? [{ kind: 'text', text: JSON.stringify(content) }] : [{ kind: 'other', type }];
}

/** Whether a value is a part of a message in one of the known shapes. */
export const isPart = (value: unknown): boolean =>
  isRecord(value) &&
  (readTyped(value) !== null || readKeyed(value) !== null || MEDIA_TYPES.has(ownString(value, 'type') ?? ''));

const MEDIA_TYPES = new Set([
  'image',
  'image_url',
  'input_image',
  'audio',
  'input_audio',
  'file',
  'blob',
  'uri',
  'document',
]);

const CALL_TYPES = new Set([
  'tool_use',
  'tool_call',
  'tool-call',
  'function_call',
  'server_tool_use',
  'server_tool_call',
]);
const RESULT_TYPES = new Set([
  'tool_result',
  'tool_call_response',
  'tool-result',
  'function_response',
  'function_call_output',
  'server_tool_call_response',
]);
const TEXT_TYPES = new Set(['text', 'input_text', 'output_text', 'summary_text']);
const REASONING_TYPES = new Set(['reasoning', 'thinking']);

/** Parts that name their type: OpenTelemetry, OpenAI, Anthropic, the AI SDK, OpenInference. */
function readTyped(raw: Record<string, unknown>): MessagePart | null {
  const wrapped = own(raw, 'message_content');
  if (isRecord(wrapped)) return readTyped(wrapped);
  const type = ownString(raw, 'type') ?? '';
  if (TEXT_TYPES.has(type)) return { kind: 'text', text: plainText(own(raw, 'text') ?? own(raw, 'content')) };
  if (REASONING_TYPES.has(type)) {
    const text = own(raw, 'thinking') ?? own(raw, 'text') ?? own(raw, 'content') ?? own(raw, 'summary');
    return { kind: 'reasoning', text: plainText(text) };
  }
  if (CALL_TYPES.has(type)) return readCall(raw);
  return RESULT_TYPES.has(type) ? readResult(raw) : null;
}

/** Parts that are told apart by their key: Google's and Bedrock's. */
function readKeyed(raw: Record<string, unknown>): MessagePart | null {
  const call = own(raw, 'function_call') ?? own(raw, 'functionCall') ?? own(raw, 'toolUse');
  if (isRecord(call)) return readCall(call);
  const result = own(raw, 'function_response') ?? own(raw, 'functionResponse') ?? own(raw, 'toolResult');
  if (isRecord(result)) return readResult(result);
  const reasoning = own(raw, 'reasoningContent');
  if (isRecord(reasoning)) return { kind: 'reasoning', text: plainText(own(reasoning, 'reasoningText')) };
  const text = ownString(raw, 'text');
  if (text !== null) return own(raw, 'thought') === true ? { kind: 'reasoning', text } : { kind: 'text', text };
  for (const key of ['inline_data', 'inlineData', 'file_data', 'fileData', 'image', 'document', 'video']) {
    if (isRecord(own(raw, key))) return { kind: 'other', type: key };
  }
  return null;
}

const CALL_IDS = ['id', 'call_id', 'tool_call_id', 'toolCallId', 'toolUseId', 'tool_use_id'] as const;
const RESULT_IDS = ['tool_use_id', 'tool_call_id', 'toolCallId', 'toolUseId', 'call_id', 'id'] as const;

const firstText = (raw: unknown, keys: readonly string[]): string | null => {
  for (const key of keys) {
    const text = ownString(raw, key);
    if (text !== null && text !== '') return text;
  }
  return null;
};

function readCall(raw: Record<string, unknown>): MessagePart {
  const nested = own(raw, 'function') ?? own(raw, 'server_tool_call');
  const inner = isRecord(nested) ? nested : raw;
  // The Responses API has both an item's id and the call's; results refer to the call's.
  const id = ownString(raw, 'call_id') ?? firstText(raw, CALL_IDS);
  const name = firstText(inner, ['name', 'toolName']) ?? firstText(raw, ['name']) ?? '';
  return { kind: 'call', id, name, arguments: own(inner, 'arguments') ?? own(inner, 'args') ?? own(inner, 'input') };
}

function readResult(raw: Record<string, unknown>): MessagePart {
  const value =
    own(raw, 'content') ??
    own(raw, 'response') ??
    own(raw, 'result') ??
    own(raw, 'output') ??
    own(raw, 'server_tool_call_response');
  const outputType = ownString(value, 'type');
  const flagged = own(raw, 'is_error') ?? own(raw, 'isError');
  const failed = ownString(raw, 'status') === 'error' || outputType?.startsWith('error') === true;
  return {
    kind: 'result',
    id: firstText(raw, RESULT_IDS),
    name: firstText(raw, ['name', 'toolName']),
    text: resultText(outputType !== null && own(value, 'value') !== undefined ? own(value, 'value') : value),
    isError: typeof flagged === 'boolean' ? flagged : failed ? true : null,
  };
}

/** A tool's result as text: text as it is, text blocks joined, anything else as JSON. */
export function resultText(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.length > 0 && value.every(isPart)) {
    const parts = value.flatMap(readParts);
    if (parts.every((part) => part.kind === 'text' || part.kind === 'other')) {
      return parts.map((part) => (part.kind === 'text' ? part.text : `[${part.type}]`)).join('\n');
    }
  }
  return JSON.stringify(value);
}

function plainText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(plainText).join('\n');
  const inner = ownString(value, 'text') ?? ownString(value, 'value') ?? ownArray(value, 'content');
  return inner === null ? '' : plainText(inner);
}
