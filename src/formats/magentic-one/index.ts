import type { TraceFormat } from '../format.ts';
import { detect } from './detect.ts';
import { parse } from './parse.ts';

export const magenticOne: TraceFormat = {
  id: 'magentic-one',
  title: 'Magentic-One logs',
  keys: ['role', 'content', 'source', 'events'],
  detect,
  parse,
};
