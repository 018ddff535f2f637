import type { TraceFormat } from '../format.ts';
import { detect } from './detect.ts';
import { parse } from './parse.ts';

export const sweAgent: TraceFormat = {
  id: 'swe-agent',
  title: 'SWE-agent trajectories',
  keys: ['trajectory', 'history', 'info', 'environment'],
  detect,
  parse,
};
