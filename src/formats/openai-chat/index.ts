import type { TraceFormat } from '../format.ts';
import { HAS_MESSAGES } from '../shared/format-marks.ts';
import { detect } from './detect.ts';
import { parse } from './parse.ts';

export const openaiChat: TraceFormat = {
  id: 'openai-chat',
  title: 'OpenAI chat messages',
  keys: ['messages', 'tools', 'role', 'content', 'tool_calls'],
  marks: [
    HAS_MESSAGES,
    { what: 'role system, user, assistant or tool in most of the messages', isIn: (document) => detect(document) > 0 },
  ],
  detect,
  parse,
};
