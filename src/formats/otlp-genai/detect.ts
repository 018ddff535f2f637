import { isRecord, ownArray } from '../../base/json.ts';
import { KIND_ATTRIBUTE } from '../openinference/meaning.ts';
import { readAttributes } from '../shared/otlp-attributes.ts';
import { readEvent, readSpan } from '../shared/span.ts';
import { type SpanSource, sampleSources } from '../shared/span-sources.ts';

/** Spans that are looked at: agents' spans may come late among those of a web server. */
const SAMPLE = 1_000;

const PREFIXES = ['gen_ai.', 'ai.', 'langfuse.observation.', 'traceloop.', 'gcp.vertex.agent.', 'mcp.', KIND_ATTRIBUTE];

/** How surely the spans of a document follow the GenAI conventions or one of their relatives. */
export function detect(document: unknown): number {
  return confidenceOf(sampleSources(document, SAMPLE));
}

export function confidenceOf(sources: readonly SpanSource[]): number {
  if (sources.length === 0) return 0;
  if (sources.some(isGenAi)) return 0.85;
  // Spans of something else: read only where nothing fits better, so that the error says what is missing.
  return sources.some((source) => source.kind === 'span' && readSpan(source.raw, source) !== null) ? 0.1 : 0;
}

function isGenAi(source: SpanSource): boolean {
  if (source.kind === 'log') return readEvent(source.raw).name.startsWith('gen_ai.');
  const span = readSpan(source.raw, source);
  if (span === null) return false;
  if (span.events.some((event) => event.name.startsWith('gen_ai.'))) return true;
  for (const key of span.attributes.keys()) if (PREFIXES.some((prefix) => key.startsWith(prefix))) return true;
  return false;
}

/** Whether a line of a JSONL file is a batch of spans or a single one, and so makes a trace only with the others. */
export function isPieceOfTrace(line: unknown): boolean {
  if (!isRecord(line)) return false;
  if (['resourceSpans', 'resource_spans', 'resourceLogs', 'batches'].some((key) => ownArray(line, key) !== null)) {
    return true;
  }
  if (ownArray(line, 'spans') !== null) return false;
  const [source] = sampleSources(line, 1);
  return source?.kind === 'span' && readAttributes(line).size > 0 && readSpan(line, source) !== null;
}
