import type { TraceFormat } from '../format.ts';
import { hasList, hasValue, hasWithin } from '../shared/format-marks.ts';
import { detect } from './detect.ts';
import { parse } from './parse.ts';

export const agentrxIr: TraceFormat = {
  id: 'agentrx-ir',
  title: "AgentRx's intermediate representation",
  keys: ['trajectory_id', 'instruction', 'steps', 'substeps'],
  marks: [hasValue('trajectory_id', 'instruction'), hasList('steps'), hasWithin('steps', 'substeps')],
  detect,
  parse,
};
