import { AppError } from '../base/errors.ts';
import { isRecord, own, ownString } from '../base/json.ts';
import { parsePythonJson } from '../base/parse-python-json.ts';
import { sessionOf } from './claude-code/session-line.ts';
import { salvageJson } from './reading/salvage-json.ts';

export { joinSubagents } from './claude-code/join-subagents.ts';

/** What the head of a file says of files that belong together. */
export interface FileRelation {
  readonly sessionId: string;
  /** True for a file that holds the work of a sub-agent of the session, false for the session itself. */
  readonly isSubagent: boolean;
}

const MAX_LINES = 50;

/**
 * Of the first characters of a JSONL file: the session that it is, or is a part of; null where it is neither. A last
 * line that is cut off is read as far as it goes.
 */
export function relationOf(head: string): FileRelation | null {
  const lines = head.split('\n', MAX_LINES + 1).slice(0, MAX_LINES);
  for (const line of lines) {
    const record = recordIn(line);
    const sessionId = sessionOf(record);
    const isSidechain = own(record, 'isSidechain');
    if (sessionId !== null && typeof isSidechain === 'boolean' && ownString(record, 'type') !== null) {
      return { sessionId, isSubagent: isSidechain };
    }
  }
  return null;
}

function recordIn(line: string): Record<string, unknown> | null {
  if (!line.trimStart().startsWith('{')) return null;
  try {
    const { value } = parsePythonJson(salvageJson(line)?.text ?? line);
    return isRecord(value) ? value : null;
  } catch (error) {
    if (!AppError.isInstance(error)) throw error;
    return null;
  }
}
