import { isRecord, own, ownArray, ownString, pointerPart } from '../../base/json.ts';
import { LeftOut } from './left-out.ts';
import { type Attributes, NO_ATTRIBUTES, readAttributes } from './otlp-attributes.ts';
import { readTime } from './otlp-time.ts';
import { readEvent, readSpan, type Span, type SpanEvent, spanIds } from './span.ts';

/** A raw record with the place it was found at. */
export interface SpanSource {
  /** `other`: a record where spans were looked for that is none. `field`: a value beside the spans; `raw` is its key. */
  readonly kind: 'span' | 'log' | 'other' | 'field';
  readonly raw: unknown;
  readonly ref: string;
  readonly resource: Attributes;
  readonly scope: string;
  readonly enclosing: string | null;
}

/** Containers hold containers only a little deep: a list of exports, a `trace` around batches. */
const MAX_CONTAINER_DEPTH = 3;

/**
 * Finds the spans and log records of a document, lazily and in order: OTLP/JSON (`resourceSpans`, Tempo's `batches`, the
 * older `instrumentationLibrarySpans`, `resourceLogs`), Jaeger (`data[].spans`), a flat list of spans, `{spans: […]}`
 * with or without nested `child_spans`, and lists of these.
 */
export function* spanSources(document: unknown, prefix = '', depth = 0): Generator<SpanSource> {
  if (Array.isArray(document) && depth <= MAX_CONTAINER_DEPTH) {
    for (const [index, element] of document.entries()) yield* spanSources(element, `${prefix}/${index}`, depth + 1);
    return;
  }
  if (!isRecord(document) || depth > MAX_CONTAINER_DEPTH) {
    yield unread('other', document, prefix);
    return;
  }
  if (spanIds(document) !== null && !isContainer(document)) {
    yield* nested([document], prefix, true);
    return;
  }
  if (!CONTAINER_KEYS.some((key) => ownArray(document, key) !== null) && !isRecord(own(document, 'trace'))) {
    yield unread('other', document, prefix);
    return;
  }
  yield* otlpSpans(document, prefix);
  yield* otlpLogs(document, prefix);
  const spans = ownArray(document, 'spans');
  if (spans !== null) yield* nested(spans, `${prefix}/spans`, false);
  if (isRecord(own(document, 'trace'))) yield* spanSources(own(document, 'trace'), `${prefix}/trace`, depth + 1);
  for (const [index, trace] of (ownArray(document, 'data') ?? []).entries()) {
    if (ownArray(trace, 'spans') !== null) yield* jaegerSpans(trace, `${prefix}/data/${index}`);
    else yield unread('other', trace, `${prefix}/data/${index}`);
  }
  yield* besideSpans(document, prefix);
}

const RESOURCE_KEYS = ['resourceSpans', 'resource_spans', 'batches'];
const LOG_KEYS = ['resourceLogs', 'resource_logs'];
const CONTAINER_KEYS = [...RESOURCE_KEYS, ...LOG_KEYS, 'spans', 'data'];
/** Of a trace itself, in one of the containers; read, or of no interest to anyone but the exporter. */
const OF_THE_TRACE = new Set([
  ...CONTAINER_KEYS,
  'trace',
  'trace_id',
  'traceId',
  'traceID',
  'span_id',
  'spanId',
  'processes',
]);

const unread = (kind: 'other' | 'field', raw: unknown, ref: string): SpanSource => {
  return { kind, raw, ref, resource: NO_ATTRIBUTES, scope: '', enclosing: null };
};

/** What a document holds beside its spans: lists of objects are records, one by one; the rest are fields. */
function* besideSpans(document: Record<string, unknown>, prefix: string): Generator<SpanSource> {
  for (const [key, value] of Object.entries(document)) {
    if (OF_THE_TRACE.has(key) || value === null || value === '') continue;
    const ref = `${prefix}/${pointerPart(key)}`;
    if (!Array.isArray(value) || !value.some(isRecord)) yield unread('field', key, ref);
    else for (const [index, element] of value.entries()) yield unread('other', element, `${ref}/${index}`);
  }
}

const isContainer = (document: Record<string, unknown>): boolean =>
  ownArray(document, 'spans') !== null || ownArray(document, 'resourceSpans') !== null;

const BATCH_KEYS = new Set(['resource', 'scope', 'instrumentationLibrary', 'schemaUrl', 'schema_url']);

const isEmptyBatch = (raw: unknown): boolean => isRecord(raw) && Object.keys(raw).every((key) => BATCH_KEYS.has(key));

const listOf = (raw: unknown, ...keys: readonly string[]): readonly [string, readonly unknown[]] | null => {
  for (const key of keys) {
    const list = ownArray(raw, key);
    if (list !== null) return [key, list];
  }
  return null;
};

function* otlpSpans(document: Record<string, unknown>, prefix: string): Generator<SpanSource> {
  const resources = listOf(document, ...RESOURCE_KEYS);
  for (const [r, element] of (resources?.[1] ?? []).entries()) {
    const resource = readAttributes(own(own(element, 'resource'), 'attributes'));
    const scopes = listOf(element, 'scopeSpans', 'scope_spans', 'instrumentationLibrarySpans');
    // Without a list: a batch that is empty, or something else.
    if (scopes === null && !isEmptyBatch(element)) yield unread('other', element, `${prefix}/${resources?.[0]}/${r}`);
    for (const [s, group] of (scopes?.[1] ?? []).entries()) {
      if (ownArray(group, 'spans') === null && !isEmptyBatch(group))
        yield unread('other', group, `${prefix}/${resources?.[0]}/${r}/${scopes?.[0]}/${s}`);
      const scope = ownString(own(group, 'scope') ?? own(group, 'instrumentationLibrary'), 'name') ?? '';
      for (const [index, raw] of (ownArray(group, 'spans') ?? []).entries()) {
        const ref = `${prefix}/${resources?.[0]}/${r}/${scopes?.[0]}/${s}/spans/${index}`;
        yield { kind: 'span', raw, ref, resource, scope, enclosing: null };
      }
    }
  }
}

function* otlpLogs(document: Record<string, unknown>, prefix: string): Generator<SpanSource> {
  const resources = listOf(document, ...LOG_KEYS);
  for (const [r, element] of (resources?.[1] ?? []).entries()) {
    const resource = readAttributes(own(own(element, 'resource'), 'attributes'));
    const scopes = listOf(element, 'scopeLogs', 'scope_logs');
    if (scopes === null && !isEmptyBatch(element)) yield unread('other', element, `${prefix}/${resources?.[0]}/${r}`);
    for (const [s, group] of (scopes?.[1] ?? []).entries()) {
      const records = listOf(group, 'logRecords', 'log_records');
      if (records === null && !isEmptyBatch(group))
        yield unread('other', group, `${prefix}/${resources?.[0]}/${r}/${scopes?.[0]}/${s}`);
      for (const [index, raw] of (records?.[1] ?? []).entries()) {
        const ref = `${prefix}/${resources?.[0]}/${r}/${scopes?.[0]}/${s}/${records?.[0]}/${index}`;
        yield { kind: 'log', raw, ref, resource, scope: '', enclosing: null };
      }
    }
  }
}

function* jaegerSpans(trace: unknown, prefix: string): Generator<SpanSource> {
  const processes = own(trace, 'processes');
  for (const [index, raw] of (ownArray(trace, 'spans') ?? []).entries()) {
    const process = own(processes, ownString(raw, 'processID') ?? '');
    const resource = new Map(readAttributes(own(process, 'tags')));
    resource.set('service.name', ownString(process, 'serviceName'));
    yield { kind: 'span', raw, ref: `${prefix}/spans/${index}`, resource, scope: '', enclosing: null };
  }
}

/** Spans that may hold their children. Depth is not trusted: a stack, not recursion. */
function* nested(spans: readonly unknown[], prefix: string, single: boolean): Generator<SpanSource> {
  const stack = spans
    .map((raw, index) => ({ raw, ref: single ? prefix : `${prefix}/${index}`, enclosing: null as string | null }))
    .reverse();
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { raw, ref, enclosing } = next;
    const resource = readAttributes(own(raw, 'resource_attributes') ?? own(own(raw, 'resource'), 'attributes'));
    yield { kind: 'span', raw, ref, resource, scope: ownString(raw, 'scope_name') ?? '', enclosing };
    const children = ownArray(raw, 'child_spans') ?? [];
    const id = spanIds(raw)?.id ?? enclosing;
    for (let index = children.length - 1; index >= 0; index--) {
      stack.push({ raw: children[index], ref: `${ref}/child_spans/${index}`, enclosing: id });
    }
  }
}

/** The first raw spans and log records of a document, to tell formats apart by. */
export function sampleSources(document: unknown, limit: number): readonly SpanSource[] {
  const sources: SpanSource[] = [];
  const sample = Array.isArray(document) ? document.slice(0, limit) : document;
  for (const source of spanSources(sample)) {
    if (source.kind === 'span' || source.kind === 'log') sources.push(source);
    if (sources.length >= limit) break;
  }
  return sources;
}

export interface CollectedTrace {
  readonly traceId: string;
  readonly spans: readonly Span[];
  /** Spans that were exported more than once; the fullest of each was kept. */
  readonly repeated: number;
}

/** All spans of some documents by trace id, in order of appearance; log records join the span that they name. */
export function collectTraces(documents: readonly { readonly value: unknown; readonly ref: string }[]): {
  readonly traces: readonly CollectedTrace[];
  readonly leftOut: LeftOut;
} {
  const traces = new Map<string, Span[]>();
  const logs: SpanSource[] = [];
  const leftOut = new LeftOut();
  for (const { value, ref } of documents) {
    for (const source of spanSources(value, ref)) {
      const span = source.kind === 'span' ? readSpan(source.raw, source) : null;
      if (span !== null) push(traces, span.traceId, span);
      else if (source.kind === 'log') logs.push(source);
      else if (source.kind === 'other') leftOut.addRecord(source.raw, source.ref);
      else if (source.kind === 'field') leftOut.addField(String(source.raw));
      else leftOut.addSpanWithoutId(source.ref);
    }
  }
  addLogs(traces, logs, leftOut);
  const collected = [...traces].map(([traceId, all]) => {
    const spans = withoutRepeats(all);
    return { traceId, spans, repeated: all.length - spans.length };
  });
  return { traces: collected, leftOut };
}

/** A retry of the exporter, or one that exports spans while they run, sends a span again: same id, same name. */
function withoutRepeats(spans: readonly Span[]): readonly Span[] {
  const places = new Map<string, number>();
  const kept: Span[] = [];
  for (const span of spans) {
    const key = `${span.id} ${span.name}`;
    const place = places.get(key);
    const known = place === undefined ? undefined : kept[place];
    if (place === undefined || known === undefined) {
      places.set(key, kept.length);
      kept.push(span);
    } else if (span.attributes.size > known.attributes.size || (known.end === null && span.end !== null)) {
      kept[place] = span;
    }
  }
  return kept;
}

/** Only records of the GenAI conventions are read; a record whose span was not exported gets a span to stand on. */
function addLogs(traces: Map<string, Span[]>, logs: readonly SpanSource[], leftOut: LeftOut): void {
  const events = new Map<string, { readonly source: SpanSource; readonly events: SpanEvent[] }>();
  for (const source of logs) {
    const event = readEvent(source.raw);
    const ids = spanIds(source.raw);
    if (!event.name.startsWith('gen_ai.')) {
      leftOut.addLog('log records that are no events of an agent');
      continue;
    }
    if (ids === null) {
      leftOut.addRecord(source.raw, source.ref);
      continue;
    }
    const key = `${ids.traceId}/${ids.id}`;
    const known = events.get(key);
    if (known === undefined) events.set(key, { source, events: [event] });
    else known.events.push(event);
  }
  if (events.size === 0) return;
  for (const spans of traces.values()) {
    spans.forEach((span, index) => {
      const key = `${span.traceId}/${span.id}`;
      const found = events.get(key);
      if (found === undefined) return;
      events.delete(key);
      spans[index] = { ...span, events: [...span.events, ...found.events] };
    });
  }
  for (const { source, events: orphaned } of events.values()) {
    const stand = readSpan(source.raw, source);
    if (stand === null) continue;
    const start = readTime(own(source.raw, 'timeUnixNano') ?? own(source.raw, 'observedTimeUnixNano'));
    const name = 'log records without their span';
    push(traces, stand.traceId, { ...stand, name, start, attributes: new Map(), events: orphaned });
  }
}

function push(traces: Map<string, Span[]>, traceId: string, span: Span): void {
  const known = traces.get(traceId);
  if (known === undefined) traces.set(traceId, [span]);
  else known.push(span);
}
