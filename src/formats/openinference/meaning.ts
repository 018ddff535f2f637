import { isRecord, type JsonValue, own, ownArray, ownString } from '../../base/json.ts';
import type { ChatMessage } from '../shared/chat-message.ts';
import { readMessages } from '../shared/chat-message.ts';
import { resultText } from '../shared/message-parts.ts';
import {
  type Attributes,
  attributeNumber,
  attributeText,
  attributeValue,
  parsedValue,
  unflatten,
} from '../shared/otlp-attributes.ts';
import type { Span } from '../shared/span.ts';
import { NO_MEANING, type SpanKind, type SpanMeaning, usageOf } from '../shared/span-meaning.ts';
import { readTools } from '../shared/tool-definitions.ts';
import { textMessage, valueMessages } from '../shared/value-messages.ts';

export const KIND_ATTRIBUTE = 'openinference.span.kind';

const KINDS: ReadonlyMap<string, SpanKind> = new Map<string, SpanKind>([
  ['LLM', 'llm'],
  ['TOOL', 'tool'],
  ['AGENT', 'agent'],
  ['CHAIN', 'structure'],
  ['PROMPT', 'structure'],
  ['RETRIEVER', 'retrieval'],
  ['RERANKER', 'retrieval'],
  ['EMBEDDING', 'embedding'],
  ['GUARDRAIL', 'guardrail'],
  ['EVALUATOR', 'evaluation'],
]);

/** What a span means by the OpenInference conventions; null where it does not follow them. */
export function readOpenInference(span: Span): SpanMeaning | null {
  const native = attributeText(span.attributes, KIND_ATTRIBUTE);
  if (native === null) return null;
  const kind = KINDS.get(native.toUpperCase()) ?? 'structure';
  const common = readCommon(span);
  switch (kind) {
    case 'llm':
      return { ...common, kind, ...readModelCall(span.attributes) };
    case 'tool':
      return readTool(span, common);
    case 'retrieval':
      return { ...common, kind, tool: readRetrieval(span) };
    case 'agent':
    case 'structure':
      return { ...common, kind, agent: agentName(span, kind), ...readRun(span.attributes) };
    case 'guardrail':
      return { ...common, kind, guardrail: readGuardrail(span.attributes) };
    case 'evaluation':
      return { ...common, kind, gold: { span: span.id, name: span.name, output: outputOf(span.attributes) } };
    default:
      return { ...common, kind };
  }
}

function readCommon({ attributes }: Span): Omit<SpanMeaning, 'kind'> {
  return {
    ...NO_MEANING,
    agent: attributeText(attributes, 'agent.name'),
    model: attributeText(attributes, 'llm.response.model_name', 'llm.request.model_name', 'llm.model_name'),
    usage: usageOf(
      attributeNumber(attributes, 'llm.token_count.prompt'),
      attributeNumber(attributes, 'llm.token_count.completion'),
      attributeNumber(attributes, 'llm.cost.total'),
    ),
    session: attributeText(attributes, 'session.id'),
    gold: readAnnotations(attributes),
  };
}

/** Labels and scores that people or judges put on a span. */
function readAnnotations(attributes: Attributes): JsonValue {
  const found: Record<string, JsonValue> = {};
  for (const prefix of ['annotations', 'evaluations', 'trace.annotations', 'session.annotations']) {
    const value = unflatten(attributes, prefix);
    if (value !== undefined) found[prefix] = value as JsonValue;
  }
  return Object.keys(found).length === 0 ? null : found;
}

function readModelCall(attributes: Attributes): Pick<SpanMeaning, 'input' | 'output' | 'tools'> {
  return {
    input: () =>
      orElse(readMessages(unflatten(attributes, 'llm.input_messages'), 'user'), () => [
        ...readPrompts(unflatten(attributes, 'llm.prompts')),
        ...valueMessages(attributeValue(attributes, 'input.value'), 'user'),
      ]),
    output: () => readOutput(attributes),
    tools: () => readTools(unflatten(attributes, 'llm.tools')),
  };
}

const readOutput = (attributes: Attributes): readonly ChatMessage[] =>
  orElse(readMessages(unflatten(attributes, 'llm.output_messages'), 'assistant'), () =>
    valueMessages(attributes.get('output.value'), 'assistant'),
  );

const orElse = (messages: readonly ChatMessage[], other: () => readonly ChatMessage[]): readonly ChatMessage[] =>
  messages.length > 0 ? messages : other();

function readPrompts(prompts: unknown): readonly ChatMessage[] {
  if (!Array.isArray(prompts)) return [];
  return prompts.flatMap((prompt) => textMessage(ownString(own(prompt, 'prompt'), 'text'), 'user'));
}

function readRun(attributes: Attributes): Pick<SpanMeaning, 'input' | 'output'> {
  return {
    input: () =>
      orElse(readMessages(unflatten(attributes, 'llm.input_messages'), 'user'), () =>
        valueMessages(attributes.get('input.value'), 'user'),
      ),
    output: () => readOutput(attributes),
  };
}

/** Endings of a span's name that say what is done, not who does it ("CodeAgent.run"). */
const VERB = /\.(?:a?run|a?invoke|query|call|kickoff|execute|stream)$/i;

function agentName(span: Span, kind: SpanKind): string | null {
  const named = attributeText(span.attributes, 'agent.name', 'graph.node.id', 'graph.node.name');
  if (named !== null || kind !== 'agent') return named;
  return span.name.replace(VERB, '') || null;
}

/** How the OpenAI Agents instrumentation names the span of a handoff; it is a tool's span in all else. */
const HANDOFF_NAME = /^handoff to (\S.{0,199})$/;

function readTool(span: Span, common: Omit<SpanMeaning, 'kind'>): SpanMeaning {
  const { attributes } = span;
  const handoff = attributes.has('tool.name') ? null : HANDOFF_NAME.exec(span.name);
  if (handoff?.[1] !== undefined) {
    const from = attributeText(attributes, 'input.value');
    return {
      ...common,
      kind: 'handoff',
      handoff: { from, to: attributeText(attributes, 'output.value') ?? handoff[1] },
    };
  }
  const name = attributeText(attributes, 'tool.name', 'tool_call.function.name') ?? span.name;
  const parameters = attributeValue(attributes, 'tool.json_schema', 'tool.parameters');
  // Some instrumentations put the arguments of the call where the conventions want the schema.
  const isSchema = isRecord(own(parameters, 'properties')) || ownString(parameters, 'type') === 'object';
  const given = attributes.get('input.value') ?? attributes.get('tool_call.function.arguments');
  return {
    ...common,
    kind: 'tool',
    tools: () =>
      isSchema ? readTools({ name, description: attributeText(attributes, 'tool.description'), parameters }) : [],
    tool: {
      name,
      callId: attributeText(attributes, 'tool_call.id', 'tool.id'),
      arguments: given ?? (isSchema ? undefined : parameters),
      result: attributes.has('output.value') ? resultText(attributes.get('output.value')) : null,
    },
  };
}

function readRetrieval(span: Span): SpanMeaning['tool'] {
  const { attributes } = span;
  const listed =
    unflatten(attributes, 'retrieval.documents') ?? unflatten(attributes, 'reranker.output_documents') ?? [];
  const documents = (Array.isArray(listed) ? listed : []).map((entry) => own(entry, 'document') ?? entry);
  const texts = documents.map((document) => ownString(document, 'content') ?? JSON.stringify(document));
  const output = attributes.get('output.value');
  return {
    name: span.name || 'retrieve',
    callId: null,
    arguments: { query: attributes.get('input.value') ?? attributes.get('reranker.query') ?? null },
    result: texts.length > 0 ? texts.join('\n\n') : output === undefined ? null : resultText(output),
  };
}

/** Keys under which guardrails say whether they stopped the run. */
const TRIGGER_KEYS = ['triggered', 'tripwire_triggered', 'blocked', 'flagged'];

function readGuardrail(attributes: Attributes): SpanMeaning['guardrail'] {
  const output = outputOf(attributes);
  const parsed = parsedValue(output);
  const said = TRIGGER_KEYS.map((key) => own(parsed, key)).find((value) => typeof value === 'boolean');
  const text = typeof output === 'string' ? output : resultText(output ?? attributes.get('input.value'));
  return { text, triggered: typeof said === 'boolean' ? said : null };
}

const outputOf = (attributes: Attributes): JsonValue => (attributes.get('output.value') ?? null) as JsonValue;

/** Whether a list of spans' attributes holds a span by these conventions; used to tell formats apart. */
export const isOpenInference = (attributes: Attributes): boolean => attributes.has(KIND_ATTRIBUTE);

/** Nested files carry their spans in `spans`, each with its children in `child_spans`. */
export const isNestedTrace = (document: unknown): boolean =>
  isRecord(document) &&
  ownString(document, 'trace_id') !== null &&
  (ownArray(document, 'spans') ?? []).some((span) => ownArray(span, 'child_spans') !== null);
