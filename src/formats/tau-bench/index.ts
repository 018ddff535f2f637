import type { TraceFormat } from '../format.ts';
import { hasList, hasValue } from '../shared/format-marks.ts';
import { detect } from './detect.ts';
import { parse } from './parse.ts';

export const tauBench: TraceFormat = {
  id: 'tau-bench',
  title: 'tau-bench results',
  keys: ['task_id', 'traj', 'reward', 'trial', 'simulations', 'info'],
  marks: [hasList('traj', 'simulations'), hasValue('reward', 'task_id', 'info')],
  detect,
  parse,
};
