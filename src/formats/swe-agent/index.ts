import type { TraceFormat } from '../format.ts';
import { hasList, hasValue, hasWithin } from '../shared/format-marks.ts';
import { detect } from './detect.ts';
import { parse } from './parse.ts';

export const sweAgent: TraceFormat = {
  id: 'swe-agent',
  title: 'SWE-agent trajectories',
  keys: ['trajectory', 'history', 'info', 'environment'],
  marks: [
    hasList('trajectory'),
    hasWithin('trajectory', 'action', 'observation', 'response'),
    hasValue('history', 'info'),
  ],
  detect,
  parse,
};
