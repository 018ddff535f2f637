import { own } from '../../base/json.ts';
import { resultText } from '../shared/message-parts.ts';
import { attributeNumber, attributeRaw, attributeText, attributeValue } from '../shared/otlp-attributes.ts';
import type { Span } from '../shared/span.ts';
import { NO_MEANING, type SpanKind, type SpanMeaning, usageOf } from '../shared/span-meaning.ts';
import { valueMessages } from '../shared/value-messages.ts';

const LANGFUSE_KINDS: ReadonlyMap<string, SpanKind> = new Map<string, SpanKind>([
  ['generation', 'llm'],
  ['tool', 'tool'],
  ['agent', 'agent'],
  ['retriever', 'retrieval'],
  ['guardrail', 'guardrail'],
  ['evaluator', 'evaluation'],
  ['embedding', 'embedding'],
  ['span', 'structure'],
  ['chain', 'structure'],
  ['event', 'structure'],
]);

const TRACELOOP_KINDS: ReadonlyMap<string, SpanKind> = new Map<string, SpanKind>([
  ['agent', 'agent'],
  ['workflow', 'workflow'],
  ['task', 'structure'],
  ['tool', 'tool'],
]);

/** Where a library keeps the kind, input and output of its observations. */
interface ObservationKeys {
  readonly kind: string;
  readonly kinds: ReadonlyMap<string, SpanKind>;
  readonly input: string;
  readonly output: string;
  readonly name: string;
}

const LANGFUSE: ObservationKeys = {
  kind: 'langfuse.observation.type',
  kinds: LANGFUSE_KINDS,
  input: 'langfuse.observation.input',
  output: 'langfuse.observation.output',
  name: 'langfuse.observation.name',
};

const TRACELOOP: ObservationKeys = {
  kind: 'traceloop.span.kind',
  kinds: TRACELOOP_KINDS,
  input: 'traceloop.entity.input',
  output: 'traceloop.entity.output',
  name: 'traceloop.entity.name',
};

/** What a span means by the attributes of the Langfuse SDK. */
export const readLangfuse = (span: Span): SpanMeaning | null => readObservation(span, LANGFUSE);

/** What a span means by the attributes of Traceloop's OpenLLMetry. */
export const readTraceloop = (span: Span): SpanMeaning | null => readObservation(span, TRACELOOP);

function readObservation(span: Span, keys: ObservationKeys): SpanMeaning | null {
  const { attributes } = span;
  const native = attributeText(attributes, keys.kind);
  if (native === null) return null;
  const kind = keys.kinds.get(native.toLowerCase()) ?? 'structure';
  const name = attributeText(attributes, keys.name) ?? span.name;
  const usage = attributeValue(attributes, 'langfuse.observation.usage_details');
  const meaning: SpanMeaning = {
    ...NO_MEANING,
    kind,
    agent: kind === 'agent' ? name : null,
    model: attributeText(attributes, 'langfuse.observation.model.name'),
    usage: usageOf(countIn(usage, 'input_tokens', 'input'), countIn(usage, 'output_tokens', 'output'), null),
    session: attributeText(
      attributes,
      'session.id',
      'langfuse.session.id',
      'traceloop.association.properties.session_id',
    ),
    errorType: attributeText(attributes, 'langfuse.observation.level') === 'ERROR' ? 'ERROR' : null,
  };
  const output = attributes.get(keys.output);
  if (kind === 'tool' || kind === 'retrieval') {
    return {
      ...meaning,
      tool: {
        name,
        callId: null,
        arguments: attributeRaw(attributes, keys.input),
        result: output === undefined ? null : resultText(output),
      },
    };
  }
  if (kind === 'guardrail') return { ...meaning, guardrail: { text: resultText(output), triggered: null } };
  if (kind === 'evaluation') return { ...meaning, gold: { span: span.id, name, output: resultText(output) } };
  return {
    ...meaning,
    input: () => valueMessages(attributes.get(keys.input), 'user'),
    output: () => valueMessages(output, 'assistant'),
  };
}

function countIn(usage: unknown, ...keys: readonly string[]): number | null {
  for (const key of keys) {
    const value = attributeNumber(new Map([[key, own(usage, key)]]), key);
    if (value !== null) return value;
  }
  return null;
}
