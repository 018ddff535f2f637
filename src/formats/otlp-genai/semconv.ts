import type { ChatMessage } from '../shared/chat-message.ts';
import { readMessages } from '../shared/chat-message.ts';
import { resultText } from '../shared/message-parts.ts';
import {
  type Attributes,
  attributeNumber,
  attributeRaw,
  attributeText,
  attributeValue,
  parsedValue,
  unflatten,
} from '../shared/otlp-attributes.ts';
import type { Span } from '../shared/span.ts';
import { NO_MEANING, type SpanKind, type SpanMeaning, type ToolUse, usageOf } from '../shared/span-meaning.ts';
import { readTools } from '../shared/tool-definitions.ts';
import { readEventMessages } from './event-messages.ts';

/** Operations of the conventions, all versions; others (`unknown`, a framework's own) are wrappers. */
const OPERATIONS: Readonly<Record<string, SpanKind>> = {
  chat: 'llm',
  text_completion: 'llm',
  generate_content: 'llm',
  completion: 'llm',
  plan: 'plan',
  execute_tool: 'tool',
  retrieval: 'retrieval',
  embeddings: 'embedding',
  invoke_agent: 'agent',
  create_agent: 'structure',
  invoke_workflow: 'workflow',
  agent_handoff: 'handoff',
  handoff: 'handoff',
  create_memory: 'tool',
  search_memory: 'tool',
  update_memory: 'tool',
  upsert_memory: 'tool',
  delete_memory: 'tool',
  create_memory_store: 'tool',
  delete_memory_store: 'tool',
};

/** What a span means by OpenTelemetry's GenAI conventions, in any of their dialects; null where it says nothing of it. */
export function readSemconv(span: Span): SpanMeaning | null {
  const { attributes } = span;
  const kind = kindOf(span);
  if (kind === null) return null;
  const told = readEventMessages(span.events);
  const input = [...readInstructions(attributes, told.systemInstructions), ...readInput(attributes, told.input)];
  const output = readOutput(attributes, told.output);
  const meaning: SpanMeaning = {
    ...NO_MEANING,
    kind,
    agent: attributeText(attributes, 'gen_ai.agent.name'),
    input: kind === 'tool' ? [] : input,
    output: kind === 'tool' ? [] : output,
    tools: readToolDefinitions(attributes, told.toolDefinitions),
    model: attributeText(attributes, 'gen_ai.response.model', 'gen_ai.request.model'),
    usage: readUsage(attributes),
    finishReasons: readFinishReasons(attributes),
    errorType: attributeText(attributes, 'error.type'),
    session: attributeText(attributes, 'gen_ai.conversation.id', 'session.id'),
    gold: told.evaluations.length === 0 ? null : { span: span.id, evaluations: told.evaluations },
  };
  if (kind === 'tool') return { ...meaning, tool: readToolUse(span), handoff: readTransfer(attributes) };
  if (kind === 'retrieval') return { ...meaning, tool: readRetrieval(span) };
  return kind === 'handoff' ? { ...meaning, handoff: readHandoff(attributes) } : meaning;
}

function kindOf({ attributes, events }: Span): SpanKind | null {
  const operation = attributeText(attributes, 'gen_ai.operation.name');
  if (operation !== null) return OPERATIONS[operation.toLowerCase()] ?? 'structure';
  if (attributeText(attributes, 'mcp.method.name') === 'tools/call') return 'tool';
  if (attributes.has('gen_ai.tool.name')) return 'tool';
  const requestType = attributeText(attributes, 'llm.request.type');
  if (requestType === 'embedding' || requestType === 'rerank') return 'embedding';
  if (requestType === 'chat' || requestType === 'completion') return 'llm';
  if (attributes.has('gen_ai.prompt.0.role') || attributes.has('gen_ai.prompt.0.content')) return 'llm';
  if (attributes.has('gen_ai.system') || attributes.has('gen_ai.provider.name')) {
    return attributes.has('gen_ai.request.model') || attributes.has('gen_ai.response.model') ? 'llm' : 'structure';
  }
  return events.some((event) => event.name.startsWith('gen_ai.')) ? 'llm' : null;
}

function readInstructions(attributes: Attributes, told: unknown): readonly ChatMessage[] {
  const value = attributeValue(attributes, 'gen_ai.system_instructions', 'gen_ai.system.instructions') ?? told;
  return readMessages(value, 'system');
}

function readInput(attributes: Attributes, told: readonly ChatMessage[]): readonly ChatMessage[] {
  const structured = readMessages(attributeValue(attributes, 'gen_ai.input.messages'), 'user');
  if (structured.length > 0) return structured;
  if (told.length > 0) return told;
  const flattened = unflatten(attributes, 'gen_ai.prompt');
  return readMessages(flattened ?? attributeValue(attributes, 'gen_ai.prompt'), 'user');
}

function readOutput(attributes: Attributes, told: readonly ChatMessage[]): readonly ChatMessage[] {
  const structured = readMessages(attributeValue(attributes, 'gen_ai.output.messages'), 'assistant');
  if (structured.length > 0) return structured;
  if (told.length > 0) return told;
  const flattened = unflatten(attributes, 'gen_ai.completion');
  return readMessages(flattened ?? attributeValue(attributes, 'gen_ai.completion'), 'assistant');
}

function readToolDefinitions(attributes: Attributes, told: unknown): SpanMeaning['tools'] {
  const value =
    attributeValue(attributes, 'gen_ai.tool.definitions') ?? told ?? unflatten(attributes, 'llm.request.functions');
  const tools = readTools(value);
  const name = attributeText(attributes, 'gen_ai.tool.name');
  const description = attributeText(attributes, 'gen_ai.tool.description');
  return tools.length > 0 || name === null || description === null ? tools : [{ name, description, parameters: null }];
}

function readUsage(attributes: Attributes): SpanMeaning['usage'] {
  return usageOf(
    attributeNumber(attributes, 'gen_ai.usage.input_tokens', 'gen_ai.usage.prompt_tokens'),
    attributeNumber(attributes, 'gen_ai.usage.output_tokens', 'gen_ai.usage.completion_tokens'),
    attributeNumber(attributes, 'gen_ai.usage.cost', 'gen_ai.usage.total_cost'),
  );
}

function readFinishReasons(attributes: Attributes): readonly string[] {
  const listed = parsedValue(attributes.get('gen_ai.response.finish_reasons'));
  const reasons = Array.isArray(listed) ? listed : [listed];
  return reasons.filter((reason): reason is string => typeof reason === 'string');
}

const TOOL_ARGUMENTS = ['gen_ai.tool.call.arguments', 'gen_ai.tool.arguments', 'gen_ai.tool.input'];
const TOOL_RESULTS = ['gen_ai.tool.call.result', 'gen_ai.tool.result', 'gen_ai.tool.output', 'gen_ai.tool.message'];

function readToolUse({ attributes, events, name }: Span): ToolUse {
  const operation = attributeText(attributes, 'gen_ai.operation.name') ?? '';
  const result = TOOL_RESULTS.map((key) => attributes.get(key)).find((value) => value !== undefined);
  const told = readEventMessages(events);
  const answered = [...told.output, ...told.input].flatMap((message) => message.parts);
  const part = answered.find((one) => one.kind === 'result') ?? answered.findLast((one) => one.kind === 'text');
  return {
    name: attributeText(attributes, 'gen_ai.tool.name') ?? (operation.includes('memory') ? operation : name),
    callId: attributeText(attributes, 'gen_ai.tool.call.id'),
    arguments: attributeRaw(attributes, ...TOOL_ARGUMENTS) ?? memoryArguments(attributes),
    result: result === undefined ? (part?.text ?? null) : resultText(result),
  };
}

/** Memory operations have no arguments as such: what they name is what was asked for. */
function memoryArguments(attributes: Attributes): unknown {
  const entries = [...attributes].filter(([key]) => key.startsWith('gen_ai.memory.'));
  return entries.length === 0
    ? undefined
    : Object.fromEntries(entries.map(([key, value]) => [key.slice('gen_ai.memory.'.length), value]));
}

function readRetrieval({ attributes, name }: Span): ToolUse {
  const documents = attributes.get('gen_ai.retrieval.documents');
  return {
    name: attributeText(attributes, 'gen_ai.data_source.id') ?? (name || 'retrieval'),
    callId: null,
    arguments: { query: attributes.get('gen_ai.retrieval.query.text') ?? null },
    result: documents === undefined ? null : resultText(documents),
  };
}

/** An agent that is called as a tool, or that takes over. */
function readTransfer(attributes: Attributes): SpanMeaning['handoff'] {
  const to = attributeText(attributes, 'gen_ai.transfer.target.name');
  return to === null ? null : { from: attributeText(attributes, 'gen_ai.agent.name'), to };
}

function readHandoff(attributes: Attributes): SpanMeaning['handoff'] {
  const to = attributeText(attributes, 'gen_ai.handoff.to_agent', 'gen_ai.handoff.to', 'gen_ai.transfer.target.name');
  const from = attributeText(attributes, 'gen_ai.handoff.from_agent', 'gen_ai.handoff.from', 'gen_ai.agent.name');
  return to === null ? null : { from, to };
}
