import { isRecord, own, ownArray, ownString } from '../../base/json.ts';

/** Kinds of line that hold what was said; the others are bookkeeping. */
const TALK = new Set(['user', 'assistant']);

const BOOKKEEPING = new Set([
  'system',
  'summary',
  'progress',
  'attachment',
  'file-history-snapshot',
  'queue-operation',
  'permission-mode',
]);

/** Whether a value is a line of what was said. */
export const isTalk = (line: unknown): boolean =>
  TALK.has(ownString(line, 'type') ?? '') && isRecord(own(line, 'message')) && own(line, 'role') === undefined;

/** Whether a value is a line of a session: a message with the marks of one, or bookkeeping around messages. */
export function isSessionLine(line: unknown): boolean {
  if (!isRecord(line)) return false;
  const marked = ['uuid', 'sessionId', 'session_id', 'leafUuid', 'isSidechain'].some(
    (key) => own(line, key) !== undefined,
  );
  return marked && (isTalk(line) || BOOKKEEPING.has(ownString(line, 'type') ?? ''));
}

/** The lines of a JSON document that holds a session, and where they stand; null where it holds none. */
export function linesOf(document: unknown): { readonly lines: readonly unknown[]; readonly pointer: string } | null {
  if (Array.isArray(document)) return { lines: document, pointer: '' };
  const wrapped = ownArray(document, 'loglines');
  return wrapped === null ? null : { lines: wrapped, pointer: '/loglines' };
}

export function detect(document: unknown): number {
  if (isSessionLine(document)) return isTalk(document) ? 0.9 : 0.3;
  const found = linesOf(document);
  if (found === null) return 0;
  // Within `loglines` the marks may have been taken off, and what is left is unmistakable all the same.
  return detectLines(found.lines, found.pointer === '' ? isSessionLine : (line) => isTalk(line) || isSessionLine(line));
}

export function detectLines(lines: readonly unknown[], fits: (line: unknown) => boolean = isSessionLine): number {
  const sample = lines.slice(0, 50);
  const fitting = sample.filter(fits);
  const share = sample.length === 0 ? 0 : fitting.length / sample.length;
  if (share < 0.5) return 0;
  return fitting.some(isTalk) ? 0.85 + share / 10 : 0.3;
}
