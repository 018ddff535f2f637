import type { TraceFormat } from '../format.ts';
import { detect } from './detect.ts';
import { parse } from './parse.ts';

export const whowhen: TraceFormat = {
  id: 'whowhen',
  title: 'Who&When annotated group chats',
  keys: ['question', 'history', 'question_ID', 'mistake_step', 'mistake_agent', 'is_correct'],
  detect,
  parse,
};
