import type { TraceFormat } from '../format.ts';
import { detect } from './detect.ts';
import { parse } from './parse.ts';

export const atif: TraceFormat = { id: 'atif', title: 'Agent Trajectory Interchange Format (ATIF v1)', detect, parse };
