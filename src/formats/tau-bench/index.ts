import type { TraceFormat } from '../format.ts';
import { detect } from './detect.ts';
import { parse } from './parse.ts';

export const tauBench: TraceFormat = { id: 'tau-bench', title: 'tau-bench results', detect, parse };
