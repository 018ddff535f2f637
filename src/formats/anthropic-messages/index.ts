import type { TraceFormat } from '../format.ts';
import { detect } from './detect.ts';
import { parse } from './parse.ts';

export const anthropicMessages: TraceFormat = {
  id: 'anthropic-messages',
  title: 'Anthropic messages',
  keys: ['messages', 'system', 'model', 'stop_reason'],
  detect,
  parse,
};
