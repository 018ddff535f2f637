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

/** What a span means by the OpenInference conventions; null where it does not say its kind. */
export function readOpenInference(span: Span): SpanMeaning | null {
  const native = attributeText(span.attributes, KIND_ATTRIBUTE);
  if (native === null) return null;
  return meaningAs(span, KINDS.get(native.toUpperCase()) ?? inferKind(span.attributes) ?? 'structure');
}

/**
 * What else a span holds of OpenInference's attributes. Some libraries give the kind by another convention and the
 * content by this one: then `kind` is what the others made of the span. Where they made nothing of it, the attributes
 * tell; null where they do not.
 */
export function readOpenInferenceRest(span: Span, kind: SpanKind | null): SpanMeaning | null {
  const { attributes } = span;
  const isTold = kind !== null && (kind !== 'structure' || attributes.has(KIND_ATTRIBUTE));
  const read = isTold ? kind : (inferKind(attributes) ?? kind);
  if (read === null || !holdsAny(attributes, OWN_PREFIXES)) return null;
  // The name of the span says nothing here: the convention that gave the kind has its own for that.
  const meaning = { ...meaningAs(span, read), agent: givenAgent(attributes), handoff: null };
  if (!HAS_CONVERSATION.has(read)) return meaning;
  // Raw values come last: they hold the same as messages, in the words of some API.
  return {
    ...meaning,
    input: () => orElse(meaning.input(), () => valueMessages(attributeValue(attributes, 'input.value'), 'user')),
    output: () => orElse(meaning.output(), () => valueMessages(attributes.get('output.value'), 'assistant')),
  };
}

const OWN_PREFIXES = [
  'llm.',
  'input.value',
  'output.value',
  'tool.',
  'tool_call.',
  'retrieval.',
  'reranker.',
  'agent.name',
  'graph.node.',
  'session.',
  'annotations.',
  'evaluations.',
  'trace.annotations.',
];

const HAS_CONVERSATION: ReadonlySet<SpanKind> = new Set(['llm', 'plan', 'agent', 'workflow', 'structure']);

/** The kind of a span that does not say it; null where its attributes are none that tell. */
function inferKind(attributes: Attributes): SpanKind | null {
  if (holdsMessages(attributes)) return 'llm';
  const hasValue = attributes.has('input.value') || attributes.has('output.value');
  if (hasValue && (attributes.has('tool.name') || attributes.has('tool_call.function.name'))) return 'tool';
  return holdsAny(attributes, ['retrieval.documents.']) ? 'retrieval' : null;
}

const holdsMessages = (attributes: Attributes): boolean =>
  holdsAny(attributes, ['llm.input_messages.', 'llm.output_messages.']);

function holdsAny(attributes: Attributes, prefixes: readonly string[]): boolean {
  for (const key of attributes.keys()) if (prefixes.some((prefix) => key.startsWith(prefix))) return true;
  return false;
}

function meaningAs(span: Span, kind: SpanKind): SpanMeaning {
  const common = readCommon(span);
  switch (kind) {
    case 'llm':
    case 'plan':
      return { ...common, kind, ...readModelCall(span.attributes) };
    case 'tool':
      return readTool(span, common);
    case 'retrieval':
      return { ...common, kind, tool: readRetrieval(span) };
    case 'agent':
    case 'workflow':
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
      orElse(readMessages(unflatten(attributes, 'llm.input_messages'), 'user'), () =>
        readPrompts(unflatten(attributes, 'llm.prompts')),
      ),
    output: () => readOutput(attributes),
    tools: () => readTools(unflatten(attributes, 'llm.tools')),
  };
}

const readOutput = (attributes: Attributes): readonly ChatMessage[] =>
  readMessages(unflatten(attributes, 'llm.output_messages'), 'assistant');

const orElse = (messages: readonly ChatMessage[], other: () => readonly ChatMessage[]): readonly ChatMessage[] =>
  messages.length > 0 ? messages : other();

function readPrompts(prompts: unknown): readonly ChatMessage[] {
  if (!Array.isArray(prompts)) return [];
  return prompts.flatMap((prompt) => textMessage(ownString(own(prompt, 'prompt'), 'text'), 'user'));
}

function readRun(attributes: Attributes): Pick<SpanMeaning, 'input' | 'output'> {
  return {
    input: () => readMessages(unflatten(attributes, 'llm.input_messages'), 'user'),
    output: () => readOutput(attributes),
  };
}

const givenAgent = (attributes: Attributes): string | null =>
  attributeText(attributes, 'agent.name', 'graph.node.id', 'graph.node.name');

/** Endings of a span's name that say what is done, not who does it ("CodeAgent.run"). */
const VERB = /\.(?:a?run|a?invoke|query|call|kickoff|execute|stream)$/i;

function agentName(span: Span, kind: SpanKind): string | null {
  const named = givenAgent(span.attributes);
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

/** Whether a span's attributes are of these conventions rather than OpenTelemetry's; used to tell formats apart. */
export const isOpenInference = (attributes: Attributes): boolean =>
  attributes.has(KIND_ATTRIBUTE) || (!attributes.has('gen_ai.operation.name') && holdsMessages(attributes));

/** Nested files carry their spans in `spans`, each with its children in `child_spans`. */
export const isNestedTrace = (document: unknown): boolean =>
  isRecord(document) &&
  ownString(document, 'trace_id') !== null &&
  (ownArray(document, 'spans') ?? []).some((span) => ownArray(span, 'child_spans') !== null);
