import type { TraceFormat } from '../format.ts';
import { detect } from './detect.ts';
import { parse } from './parse.ts';

export const agentrxIr: TraceFormat = {
  id: 'agentrx-ir',
  title: "AgentRx's intermediate representation",
  keys: ['trajectory_id', 'instruction', 'steps', 'substeps'],
  detect,
  parse,
};
