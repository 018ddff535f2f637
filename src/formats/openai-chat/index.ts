import type { TraceFormat } from '../format.ts';
import { detect } from './detect.ts';
import { parse } from './parse.ts';

export const openaiChat: TraceFormat = {
  id: 'openai-chat',
  title: 'OpenAI chat messages',
  keys: ['messages', 'tools', 'role', 'content', 'tool_calls'],
  detect,
  parse,
};
