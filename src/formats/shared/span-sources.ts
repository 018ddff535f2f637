import { isRecord, own, ownArray, ownString } from '../../base/json.ts';
import { type Attributes, readAttributes } from './otlp-attributes.ts';
import { readTime } from './otlp-time.ts';
import { readEvent, readSpan, type Span, type SpanEvent, spanIds } from './span.ts';

/** A raw span or log record, with the place it was found at. */
export interface SpanSource {
  readonly kind: 'span' | 'log';
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
  if (depth > MAX_CONTAINER_DEPTH) return;
  if (Array.isArray(document)) {
    for (const [index, element] of document.entries()) yield* spanSources(element, `${prefix}/${index}`, depth + 1);
    return;
  }
  if (!isRecord(document)) return;
  if (spanIds(document) !== null && !isContainer(document)) {
    yield* nested([document], prefix, true);
    return;
  }
  yield* otlpSpans(document, prefix);
  yield* otlpLogs(document, prefix);
  const spans = ownArray(document, 'spans');
  if (spans !== null) yield* nested(spans, `${prefix}/spans`, false);
  if (isRecord(own(document, 'trace'))) yield* spanSources(own(document, 'trace'), `${prefix}/trace`, depth + 1);
  for (const [index, trace] of (ownArray(document, 'data') ?? []).entries()) {
    if (ownArray(trace, 'spans') !== null) yield* jaegerSpans(trace, `${prefix}/data/${index}`);
  }
}

const isContainer = (document: Record<string, unknown>): boolean =>
  ownArray(document, 'spans') !== null || ownArray(document, 'resourceSpans') !== null;

const listOf = (raw: unknown, ...keys: readonly string[]): readonly [string, readonly unknown[]] | null => {
  for (const key of keys) {
    const list = ownArray(raw, key);
    if (list !== null) return [key, list];
  }
  return null;
};

function* otlpSpans(document: Record<string, unknown>, prefix: string): Generator<SpanSource> {
  const resources = listOf(document, 'resourceSpans', 'resource_spans', 'batches');
  for (const [r, element] of (resources?.[1] ?? []).entries()) {
    const resource = readAttributes(own(own(element, 'resource'), 'attributes'));
    const scopes = listOf(element, 'scopeSpans', 'scope_spans', 'instrumentationLibrarySpans');
    for (const [s, group] of (scopes?.[1] ?? []).entries()) {
      const scope = ownString(own(group, 'scope') ?? own(group, 'instrumentationLibrary'), 'name') ?? '';
      for (const [index, raw] of (ownArray(group, 'spans') ?? []).entries()) {
        const ref = `${prefix}/${resources?.[0]}/${r}/${scopes?.[0]}/${s}/spans/${index}`;
        yield { kind: 'span', raw, ref, resource, scope, enclosing: null };
      }
    }
  }
}

function* otlpLogs(document: Record<string, unknown>, prefix: string): Generator<SpanSource> {
  const resources = listOf(document, 'resourceLogs', 'resource_logs');
  for (const [r, element] of (resources?.[1] ?? []).entries()) {
    const resource = readAttributes(own(own(element, 'resource'), 'attributes'));
    const scopes = listOf(element, 'scopeLogs', 'scope_logs');
    for (const [s, group] of (scopes?.[1] ?? []).entries()) {
      const records = listOf(group, 'logRecords', 'log_records');
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
    sources.push(source);
    if (sources.length >= limit) break;
  }
  return sources;
}

export interface CollectedTrace {
  readonly traceId: string;
  readonly spans: readonly Span[];
  /** Elements that should have been spans and had no ids. */
  readonly unread: number;
  /** Spans that were exported more than once; the fullest of each was kept. */
  readonly repeated: number;
}

/** All spans of some documents by trace id, in order of appearance; log records join the span that they name. */
export function collectTraces(
  documents: readonly { readonly value: unknown; readonly ref: string }[],
): readonly CollectedTrace[] {
  const traces = new Map<string, Span[]>();
  const logs: SpanSource[] = [];
  let unread = 0;
  for (const { value, ref } of documents) {
    for (const source of spanSources(value, ref)) {
      const span = source.kind === 'span' ? readSpan(source.raw, source) : null;
      if (source.kind === 'log') logs.push(source);
      else if (span === null) unread++;
      else push(traces, span.traceId, span);
    }
  }
  addLogs(traces, logs);
  return [...traces].map(([traceId, all], index) => {
    const spans = withoutRepeats(all);
    return { traceId, spans, unread: index === 0 ? unread : 0, repeated: all.length - spans.length };
  });
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
function addLogs(traces: Map<string, Span[]>, logs: readonly SpanSource[]): void {
  const events = new Map<string, { readonly source: SpanSource; readonly events: SpanEvent[] }>();
  for (const source of logs) {
    const event = readEvent(source.raw);
    const ids = spanIds(source.raw);
    if (ids === null || !event.name.startsWith('gen_ai.')) continue;
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
