import type { TraceFormat } from '../format.ts';
import { detect } from './detect.ts';
import { parse } from './parse.ts';

export const atif: TraceFormat = {
  id: 'atif',
  title: 'Agent Trajectory Interchange Format (ATIF v1)',
  keys: ['schema_version', 'session_id', 'agent', 'steps', 'final_metrics'],
  detect,
  parse,
};
