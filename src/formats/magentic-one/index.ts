import type { TraceFormat } from '../format.ts';
import { HAS_MESSAGES } from '../shared/format-marks.ts';
import { detect } from './detect.ts';
import { parse } from './parse.ts';

export const magenticOne: TraceFormat = {
  id: 'magentic-one',
  title: 'Magentic-One logs',
  keys: ['role', 'content', 'source', 'events'],
  marks: [
    HAS_MESSAGES,
    {
      what: 'speaker such as "Orchestrator (thought)" or AutoGen message with "source" and "type"',
      isIn: (document) => detect(document) > 0,
    },
  ],
  detect,
  parse,
};
