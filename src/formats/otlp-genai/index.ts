import type { TraceFormat } from '../format.ts';
import { HAS_SPANS } from '../shared/span-marks.ts';
import { sampleSources } from '../shared/span-sources.ts';
import { detect, isPieceOfTrace } from './detect.ts';
import { parse, parseLines } from './parse.ts';

export const otlpGenai: TraceFormat = {
  id: 'otlp-genai',
  title: 'OpenTelemetry spans of GenAI (OTLP/JSON, Jaeger, flat)',
  keys: ['resourceSpans', 'spans', 'traceId', 'spanId', 'trace_id', 'span_id', 'attributes', 'name'],
  marks: [
    HAS_SPANS,
    { what: 'attribute or event that starts with gen_ai.', isIn: (document) => detect(document) > 0.5 },
  ],
  detect,
  parse,
  takes: (element) => sampleSources(element, 1).length > 0,
  session: {
    detect: (lines) => (lines.length > 0 && lines.every(isPieceOfTrace) ? detect(lines) : 0),
    parse: parseLines,
  },
};
