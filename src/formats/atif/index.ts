import type { TraceFormat } from '../format.ts';
import { hasList, hasText } from '../shared/format-marks.ts';
import { detect } from './detect.ts';
import { parse } from './parse.ts';

export const atif: TraceFormat = {
  id: 'atif',
  title: 'Agent Trajectory Interchange Format (ATIF v1)',
  keys: ['schema_version', 'session_id', 'agent', 'steps', 'final_metrics'],
  marks: [hasText('schema_version', 'ATIF-v1'), hasList('steps')],
  detect,
  parse,
};
