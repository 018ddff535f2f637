import type { TraceFormat } from '../format.ts';
import { hasList, hasText, hasValue } from '../shared/format-marks.ts';
import { detect } from './detect.ts';
import { parse } from './parse.ts';

export const whowhen: TraceFormat = {
  id: 'whowhen',
  title: 'Who&When annotated group chats',
  keys: ['question', 'history', 'question_ID', 'mistake_step', 'mistake_agent', 'is_correct'],
  marks: [
    hasText('question'),
    hasList('history'),
    hasValue('mistake_step', 'mistake_agent', 'is_correct', 'is_corrected', 'ground_truth', 'question_ID'),
  ],
  detect,
  parse,
};
