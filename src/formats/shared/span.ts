import { isRecord, own, ownArray, ownString } from '../../base/json.ts';
import { type Attributes, attributeText, readAnyValue, readAttributes } from './otlp-attributes.ts';
import { type Nanoseconds, readDuration, readTime } from './otlp-time.ts';

export interface SpanEvent {
  readonly name: string;
  readonly attributes: Attributes;
  /** Body of a log record; undefined for an event of the span itself. */
  readonly body: unknown;
}

/** One span, whichever way its exporter wrote it down. */
export interface Span {
  readonly traceId: string;
  /** Hexadecimal where the source's id is (base64 is turned into it), else as the source has it. */
  readonly id: string;
  readonly parentId: string | null;
  readonly name: string;
  /** Name of the instrumentation library; "" where it is not given. */
  readonly scope: string;
  readonly start: Nanoseconds | null;
  readonly end: Nanoseconds | null;
  readonly attributes: Attributes;
  readonly resource: Attributes;
  readonly events: readonly SpanEvent[];
  /** True for status ERROR, false for OK, null where it is not set. */
  readonly failed: boolean | null;
  readonly statusMessage: string | null;
  /** Log bodies of the harness around the agent: not part of what the agent did, and may hold the expected answer. */
  readonly harnessLogs: readonly unknown[];
  /** JSON pointer of the span in its document (behind `line:N` where the document is a line). */
  readonly ref: string;
}

const firstText = (raw: unknown, ...keys: readonly string[]): string | null => {
  for (const key of keys) {
    const text = ownString(raw, key);
    if (text !== null && text !== '') return text;
  }
  return null;
};

const firstValue = (raw: unknown, ...keys: readonly string[]): unknown => {
  for (const key of keys) {
    const value = own(raw, key);
    if (value !== undefined && value !== null && value !== '') return value;
  }
  return undefined;
};

/** The ids of a raw span; null where it has none, and so is no span. */
export function spanIds(raw: unknown): { readonly traceId: string; readonly id: string } | null {
  if (!isRecord(raw)) return null;
  const context = own(raw, 'spanContext') ?? own(raw, 'context');
  const keys = ['traceId', 'trace_id', 'traceID'] as const;
  const traceId = firstText(raw, ...keys) ?? firstText(context, ...keys);
  const id = firstText(raw, 'spanId', 'span_id', 'spanID') ?? firstText(context, 'spanId', 'span_id', 'spanID');
  return traceId === null || id === null ? null : { traceId: plainId(traceId), id: plainId(id) };
}

const BASE64_ID = /^(?:[A-Za-z0-9+/]{11}=|[A-Za-z0-9+/]{22}==)$/;

/** A trace or span id as lower-case hexadecimal, from hexadecimal, `0x…` or base64; other ids stay as they are. */
export function plainId(id: string): string {
  const bare = id.startsWith('0x') ? id.slice(2) : id;
  if (/^(?:[0-9a-fA-F]{16}|[0-9a-fA-F]{32})$/.test(bare)) return bare.toLowerCase();
  if (!BASE64_ID.test(id)) return id;
  let hex = '';
  for (const char of atob(id)) hex += char.charCodeAt(0).toString(16).padStart(2, '0');
  return hex;
}

export interface SpanPlace {
  readonly ref: string;
  readonly resource: Attributes;
  readonly scope: string;
  /** Id of the span that this one is nested in, for files that nest them. */
  readonly enclosing: string | null;
}

/** Reads a raw span of OTLP/JSON, Jaeger, an SDK's console exporter or a flat export; null where it has no ids. */
export function readSpan(raw: unknown, place: SpanPlace): Span | null {
  const ids = spanIds(raw);
  if (ids === null || !isRecord(raw)) return null;
  const attributes = readAttributes(firstValue(raw, 'attributes', 'span_attributes', 'tags'));
  const start = readTime(firstValue(raw, ...START_KEYS));
  const duration = readDuration(own(raw, 'duration'));
  const end = readTime(firstValue(raw, ...END_KEYS)) ?? (start !== null && duration !== null ? start + duration : null);
  const { events, harnessLogs } = readEvents(raw);
  const scope = own(raw, 'scope') ?? own(raw, 'instrumentationScope') ?? own(raw, 'instrumentationLibrary');
  return {
    ...ids,
    parentId: parentIdOf(raw, place.enclosing),
    name: firstText(raw, 'name', 'span_name', 'operationName') ?? '',
    scope: firstText(scope, 'name') ?? (place.scope || (attributeText(attributes, 'otel.scope.name') ?? '')),
    start,
    end,
    attributes,
    resource: place.resource,
    events,
    ...statusOf(raw, attributes),
    harnessLogs,
    ref: place.ref,
  };
}

const START_KEYS = [
  'startTimeUnixNano',
  'start_time_unix_nano',
  'start_time_unix_ns',
  'start_time',
  'startTime',
  'timestamp',
];
const END_KEYS = ['endTimeUnixNano', 'end_time_unix_nano', 'end_time_unix_ns', 'end_time', 'endTime'];

function parentIdOf(raw: Record<string, unknown>, enclosing: string | null): string | null {
  const given =
    firstText(raw, 'parentSpanId', 'parent_span_id', 'parentSpanID', 'parent_id') ??
    firstText(own(raw, 'parentSpanContext'), 'spanId') ??
    firstText(
      (ownArray(raw, 'references') ?? []).find((reference) => ownString(reference, 'refType') === 'CHILD_OF'),
      'spanID',
    );
  if (given === null) return enclosing;
  const id = plainId(given);
  return /^0+$/.test(id) || id === 'None' ? enclosing : id;
}

function statusOf(raw: Record<string, unknown>, attributes: Attributes): Pick<Span, 'failed' | 'statusMessage'> {
  const status = own(raw, 'status');
  const code =
    firstValue(status, 'code', 'status_code', 'statusCode') ??
    firstValue(raw, 'status_code', 'statusCode') ??
    attributes.get('otel.status_code') ??
    (attributes.get('error') === true ? 'ERROR' : undefined);
  const message =
    firstText(status, 'message', 'description') ??
    firstText(raw, 'status_message', 'statusMessage') ??
    attributeText(attributes, 'otel.status_description');
  return { failed: failedOf(code), statusMessage: message };
}

function failedOf(code: unknown): boolean | null {
  if (code === 2 || code === '2' || (typeof code === 'string' && /(?:^|_)error$/i.test(code))) return true;
  if (code === 1 || code === '1' || (typeof code === 'string' && /(?:^|_)ok$/i.test(code))) return false;
  return null;
}

function readEvents(raw: Record<string, unknown>): { events: SpanEvent[]; harnessLogs: unknown[] } {
  const events: SpanEvent[] = [];
  const harnessLogs: unknown[] = [];
  for (const key of ['events', 'span_events', 'logs']) {
    for (const entry of ownArray(raw, key) ?? []) {
      const event = readEvent(entry);
      // A log of the span that is no event of an agent's conversation: what the program around it wrote.
      if (key === 'logs' && event.body !== undefined && !event.name.startsWith('gen_ai.')) harnessLogs.push(event.body);
      else events.push(event);
    }
  }
  return { events, harnessLogs };
}

/** Reads an event of a span, a log of Jaeger, or an OTLP log record. */
export function readEvent(raw: unknown): SpanEvent {
  const attributes = readAttributes(firstValue(raw, 'attributes', 'Attributes', 'fields'));
  const body = own(raw, 'body');
  return {
    name:
      firstText(raw, 'name', 'event_name', 'eventName', 'Name') ??
      attributeText(attributes, 'event.name', 'event') ??
      '',
    attributes,
    body: body === undefined || body === null ? undefined : readAnyValue(body),
  };
}
