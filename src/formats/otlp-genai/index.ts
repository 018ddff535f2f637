import type { TraceFormat } from '../format.ts';
import { detect, isPieceOfTrace } from './detect.ts';
import { parse, parseLines } from './parse.ts';

export const otlpGenai: TraceFormat = {
  id: 'otlp-genai',
  title: 'OpenTelemetry spans of GenAI (OTLP/JSON, Jaeger, flat)',
  keys: ['resourceSpans', 'spans', 'traceId', 'spanId', 'trace_id', 'span_id', 'attributes', 'name'],
  detect,
  parse,
  session: {
    detect: (lines) => (lines.length > 0 && lines.every(isPieceOfTrace) ? detect(lines) : 0),
    parse: parseLines,
  },
};
