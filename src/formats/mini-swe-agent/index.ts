import type { TraceFormat } from '../format.ts';
import { detect } from './detect.ts';
import { parse } from './parse.ts';

export const miniSweAgent: TraceFormat = { id: 'mini-swe-agent', title: 'mini-SWE-agent runs', detect, parse };
