import type { TraceFormat } from '../format.ts';
import { hasText, hasValue } from '../shared/format-marks.ts';
import { detect } from './detect.ts';
import { parse } from './parse.ts';

export const culpritIr: TraceFormat = {
  id: 'culprit-ir',
  title: 'Culprit’s own trajectories',
  keys: ['kind', 'schemaVersion', 'steps', 'coverage'],
  marks: [hasText('kind', 'trajectory', 'run'), hasValue('schemaVersion')],
  detect,
  parse,
};
