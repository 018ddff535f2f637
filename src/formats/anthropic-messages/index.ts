import type { TraceFormat } from '../format.ts';
import { HAS_MESSAGES } from '../shared/format-marks.ts';
import { detect } from './detect.ts';
import { parse } from './parse.ts';

export const anthropicMessages: TraceFormat = {
  id: 'anthropic-messages',
  title: 'Anthropic messages',
  keys: ['messages', 'system', 'model', 'stop_reason'],
  marks: [
    HAS_MESSAGES,
    {
      what: 'block of type tool_use, tool_result or thinking or "system" beside the messages',
      isIn: (document) => detect(document) > 0,
    },
  ],
  detect,
  parse,
};
