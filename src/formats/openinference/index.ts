import type { TraceFormat } from '../format.ts';
import { isPieceOfTrace } from '../otlp-genai/detect.ts';
import { detect } from './detect.ts';
import { parse, parseLines } from './parse.ts';

export const openinference: TraceFormat = {
  id: 'openinference',
  title: 'OpenInference spans (Phoenix, Arize; also nested files)',
  keys: ['trace_id', 'span_id', 'span_name', 'span_attributes', 'child_spans', 'attributes', 'spans'],
  detect,
  parse,
  session: {
    detect: (lines) => (lines.length > 0 && lines.every(isPieceOfTrace) ? detect(lines) : 0),
    parse: parseLines,
  },
};
