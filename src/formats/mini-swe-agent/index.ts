import type { TraceFormat } from '../format.ts';
import { HAS_MESSAGES } from '../shared/format-marks.ts';
import { detect } from './detect.ts';
import { parse } from './parse.ts';

export const miniSweAgent: TraceFormat = {
  id: 'mini-swe-agent',
  title: 'mini-SWE-agent runs',
  keys: ['messages', 'info', 'trajectory_format'],
  marks: [
    HAS_MESSAGES,
    {
      what: '"trajectory_format", "info.mini_version" or answer that starts with <returncode>',
      isIn: (document) => detect(document) > 0,
    },
  ],
  detect,
  parse,
};
