import type { TraceFormat } from '../format.ts';
import { isPieceOfTrace } from '../otlp-genai/detect.ts';
import { detect } from './detect.ts';
import { parse, parseLines } from './parse.ts';

export const openinference: TraceFormat = {
  id: 'openinference',
  title: 'OpenInference spans (Phoenix, Arize; also nested files)',
  detect,
  parse,
  session: {
    detect: (lines) => (lines.length > 0 && lines.every(isPieceOfTrace) ? detect(lines) : 0),
    parse: parseLines,
  },
};
