import type { TraceFormat } from '../format.ts';
import { isPieceOfTrace } from '../otlp-genai/detect.ts';
import { HAS_SPANS } from '../shared/span-marks.ts';
import { sampleSources } from '../shared/span-sources.ts';
import { detect } from './detect.ts';
import { KIND_ATTRIBUTE } from './meaning.ts';
import { parse, parseLines } from './parse.ts';

export const openinference: TraceFormat = {
  id: 'openinference',
  title: 'OpenInference spans (Phoenix, Arize; also nested files)',
  keys: ['trace_id', 'span_id', 'span_name', 'span_attributes', 'child_spans', 'attributes', 'spans'],
  marks: [HAS_SPANS, { what: `attribute ${KIND_ATTRIBUTE}`, isIn: (document) => detect(document) > 0 }],
  detect,
  parse,
  takes: (element) => sampleSources(element, 1).length > 0,
  session: {
    detect: (lines) => (lines.length > 0 && lines.every(isPieceOfTrace) ? detect(lines) : 0),
    parse: parseLines,
  },
};
