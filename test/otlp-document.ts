/** A span in the words of a test; ids and times are made up where they do not matter. */
export interface TestSpan {
  readonly id: string;
  readonly parent?: string;
  readonly name?: string;
  /** Start and end in seconds after an arbitrary moment. */
  readonly at: readonly [number, number];
  readonly attributes?: Readonly<Record<string, unknown>>;
  readonly events?: readonly { readonly name: string; readonly attributes?: Readonly<Record<string, unknown>> }[];
  readonly status?: { readonly code: number; readonly message?: string };
}

export const TRACE_ID = '0af7651916cd43dd8448eb211c80319c';

/** The OTLP/JSON document that an exporter would write of some spans of one trace. */
export function otlpDocument(spans: readonly TestSpan[]): unknown {
  return {
    resourceSpans: [
      { resource: { attributes: [] }, scopeSpans: [{ scope: { name: 'test' }, spans: spans.map(toOtlp) }] },
    ],
  };
}

function toOtlp({ id, parent, name = '', at, attributes = {}, events = [], status = { code: 0 } }: TestSpan): unknown {
  const time = (seconds: number): string =>
    `${1_700_000_000 + Math.trunc(seconds)}${String(Math.round((seconds % 1) * 1e9)).padStart(9, '0')}`;
  return {
    traceId: TRACE_ID,
    spanId: hexId(id),
    parentSpanId: parent === undefined ? '' : hexId(parent),
    name,
    startTimeUnixNano: time(at[0]),
    endTimeUnixNano: time(at[1]),
    attributes: pairs(attributes),
    events: events.map((event) => ({
      name: event.name,
      timeUnixNano: time(at[0]),
      attributes: pairs(event.attributes ?? {}),
    })),
    status,
  };
}

/** A span id whose first digits can be read. */
export const hexId = (id: string): string =>
  [...id]
    .map((char) => char.charCodeAt(0).toString(16).padStart(2, '0'))
    .join('')
    .padEnd(16, '0')
    .slice(0, 16);

const pairs = (record: Readonly<Record<string, unknown>>): unknown[] =>
  Object.entries(record).map(([key, value]) => ({ key, value: anyValue(value) }));

export function anyValue(value: unknown): unknown {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value === 'number') return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
  if (Array.isArray(value)) return { arrayValue: { values: value.map(anyValue) } };
  return { kvlistValue: { values: pairs((value ?? {}) as Record<string, unknown>) } };
}
