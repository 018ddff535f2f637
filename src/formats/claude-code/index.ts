import type { TraceFormat } from '../format.ts';
import { hasValue, recordsOf } from '../shared/format-marks.ts';
import { detect, detectLines, isTalk } from './detect.ts';
import { parse, parseLines } from './parse.ts';

export const claudeCode: TraceFormat = {
  id: 'claude-code',
  title: 'Claude Code sessions',
  keys: ['type', 'message', 'uuid', 'parentUuid', 'sessionId', 'timestamp', 'loglines'],
  marks: [
    { what: 'line of type user or assistant with a "message"', isIn: (document) => recordsOf(document).some(isTalk) },
    hasValue('uuid', 'sessionId', 'session_id', 'isSidechain'),
  ],
  detect,
  parse,
  session: { detect: (lines) => detectLines(lines), parse: parseLines },
};
