import { randomBytes } from 'node:crypto';
import type { CallSpan } from './call-span.ts';

/** Hands spans of calls on to a collector. */
export interface SpanExporter {
  readonly onCall: (span: CallSpan) => void;
  /** Sends what is left. Gives what went wrong, in words; null = nothing did. Never throws. */
  close(): Promise<string | null>;
}

export interface SpanExporterOptions {
  /** Address of a collector, with or without `/v1/traces`. */
  readonly endpoint: string;
  /** Spans in one request. */
  readonly batch?: number;
  readonly timeoutMs?: number;
}

/**
 * Sends spans by OTLP over HTTP, as JSON. A span has no text of request or answer. A collector that cannot be reached
 * costs the spans, never the run.
 */
export function createSpanExporter({ endpoint, batch = 200, timeoutMs = 10_000 }: SpanExporterOptions): SpanExporter {
  const url = /\/v1\/traces\/?$/.test(endpoint) ? endpoint : `${endpoint.replace(/\/+$/, '')}/v1/traces`;
  const traceId = randomBytes(16).toString('hex');
  const sending: Promise<void>[] = [];
  let waiting: CallSpan[] = [];
  let lost = 0;
  let reason = '';
  const send = (): void => {
    const spans = waiting;
    waiting = [];
    if (spans.length > 0) {
      sending.push(
        post(url, bodyOf(spans, traceId), timeoutMs).catch((error: unknown) => {
          lost += spans.length;
          reason = error instanceof Error ? error.message : String(error);
        }),
      );
    }
  };
  return {
    onCall: (span) => {
      waiting.push(span);
      if (waiting.length >= batch) send();
    },
    close: async () => {
      send();
      await Promise.all(sending);
      return lost === 0 ? null : `${lost} spans could not be sent to ${new URL(url).host}: ${reason}`;
    },
  };
}

async function post(url: string, body: string, timeoutMs: number): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`status ${response.status}`);
}

/** OTLP/JSON: ids in hex, times in nanoseconds as text (OpenTelemetry protocol specification, JSON encoding). */
function bodyOf(spans: readonly CallSpan[], traceId: string): string {
  return JSON.stringify({
    resourceSpans: [
      {
        resource: { attributes: [attribute('service.name', 'culprit')] },
        scopeSpans: [
          {
            scope: { name: 'culprit' },
            spans: spans.map(({ name, startedAtMs, durationMs, status, attributes }) => ({
              traceId,
              spanId: randomBytes(8).toString('hex'),
              name,
              // 3 = client.
              kind: 3,
              startTimeUnixNano: nanoseconds(startedAtMs),
              endTimeUnixNano: nanoseconds(startedAtMs + durationMs),
              attributes: Object.entries(attributes).map(([key, value]) => attribute(key, value)),
              // 1 = ok, 2 = error.
              status: { code: status === 'ok' ? 1 : 2 },
            })),
          },
        ],
      },
    ],
  });
}

const nanoseconds = (milliseconds: number): string => `${BigInt(Math.round(milliseconds * 1_000)) * 1_000n}`;

function attribute(key: string, value: string | number | boolean) {
  if (typeof value === 'string') return { key, value: { stringValue: value } };
  if (typeof value === 'boolean') return { key, value: { boolValue: value } };
  return { key, value: Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value } };
}
