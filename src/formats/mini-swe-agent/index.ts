import type { TraceFormat } from '../format.ts';
import { detect } from './detect.ts';
import { parse } from './parse.ts';

export const miniSweAgent: TraceFormat = {
  id: 'mini-swe-agent',
  title: 'mini-SWE-agent runs',
  keys: ['messages', 'info', 'trajectory_format'],
  detect,
  parse,
};
