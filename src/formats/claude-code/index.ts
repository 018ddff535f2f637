import type { TraceFormat } from '../format.ts';
import { detect, detectLines } from './detect.ts';
import { parse, parseLines } from './parse.ts';

export const claudeCode: TraceFormat = {
  id: 'claude-code',
  title: 'Claude Code sessions',
  keys: ['type', 'message', 'uuid', 'parentUuid', 'sessionId', 'timestamp', 'loglines'],
  detect,
  parse,
  session: { detect: (lines) => detectLines(lines), parse: parseLines },
};
