import type { Tool } from '../../contracts/trajectory.ts';
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
import { readEvaluations, readEventMessages } from './event-messages.ts';

/** Operations of the conventions, all versions; others (`unknown`, a framework's own) are wrappers. */
const OPERATIONS: ReadonlyMap<string, SpanKind> = new Map<string, SpanKind>([
  ['chat', 'llm'],
  ['text_completion', 'llm'],
  ['generate_content', 'llm'],
  ['completion', 'llm'],
  ['plan', 'plan'],
  ['execute_tool', 'tool'],
  ['retrieval', 'retrieval'],
  ['embeddings', 'embedding'],
  ['invoke_agent', 'agent'],
  ['create_agent', 'structure'],
  ['invoke_workflow', 'workflow'],
  ['agent_handoff', 'handoff'],
  ['handoff', 'handoff'],
  ['create_memory', 'tool'],
  ['search_memory', 'tool'],
  ['update_memory', 'tool'],
  ['upsert_memory', 'tool'],
  ['delete_memory', 'tool'],
  ['create_memory_store', 'tool'],
  ['delete_memory_store', 'tool'],
]);

/** What a span means by OpenTelemetry's GenAI conventions, in any of their dialects; null where it says nothing of it. */
export function readSemconv(span: Span): SpanMeaning | null {
  const { attributes } = span;
  const kind = kindOf(span);
  if (kind === null) return null;
  const evaluations = readEvaluations(span.events);
  const meaning: SpanMeaning = {
    ...NO_MEANING,
    kind,
    agent: attributeText(attributes, 'gen_ai.agent.name'),
    input: () => (kind === 'tool' ? [] : readInput(span)),
    output: () => (kind === 'tool' ? [] : readOutput(span)),
    tools: () => readToolDefinitions(span),
    model: attributeText(attributes, 'gen_ai.response.model', 'gen_ai.request.model'),
    usage: readUsage(attributes),
    finishReasons: readFinishReasons(attributes),
    errorType: attributeText(attributes, 'error.type'),
    session: attributeText(attributes, 'gen_ai.conversation.id', 'session.id'),
    gold: evaluations.length === 0 ? null : { span: span.id, evaluations },
  };
  if (kind === 'tool') return { ...meaning, tool: readToolUse(span), handoff: readTransfer(attributes) };
  if (kind === 'retrieval') return { ...meaning, tool: readRetrieval(span) };
  return kind === 'handoff' ? { ...meaning, handoff: readHandoff(attributes) } : meaning;
}

function kindOf({ attributes, events }: Span): SpanKind | null {
  const operation = attributeText(attributes, 'gen_ai.operation.name');
  if (operation !== null) return OPERATIONS.get(operation.toLowerCase()) ?? 'structure';
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

function readInput({ attributes, events }: Span): readonly ChatMessage[] {
  const told = readEventMessages(events);
  const instructions = attributeValue(attributes, 'gen_ai.system_instructions') ?? told.systemInstructions;
  return [
    ...readMessages(instructions, 'system'),
    ...firstOf(
      () => readMessages(attributeValue(attributes, 'gen_ai.input.messages'), 'user'),
      () => told.input,
      () => readMessages(unflatten(attributes, 'gen_ai.prompt') ?? attributeValue(attributes, 'gen_ai.prompt'), 'user'),
    ),
  ];
}

const readOutput = ({ attributes, events }: Span): readonly ChatMessage[] =>
  firstOf(
    () => readMessages(attributeValue(attributes, 'gen_ai.output.messages'), 'assistant'),
    () => readEventMessages(events).output,
    () =>
      readMessages(
        unflatten(attributes, 'gen_ai.completion') ?? attributeValue(attributes, 'gen_ai.completion'),
        'assistant',
      ),
  );

/** What the first of the conventions says that says anything. */
function firstOf(...readers: readonly (() => readonly ChatMessage[])[]): readonly ChatMessage[] {
  for (const read of readers) {
    const messages = read();
    if (messages.length > 0) return messages;
  }
  return [];
}

function readToolDefinitions({ attributes, events }: Span): readonly Tool[] {
  const value =
    attributeValue(attributes, 'gen_ai.tool.definitions') ??
    readEventMessages(events).toolDefinitions ??
    unflatten(attributes, 'llm.request.functions');
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
