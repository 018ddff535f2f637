import { isRecord } from '../base/json.ts';
import type { ToolResult } from '../contracts/trajectory.ts';

/** What runners put round the output of a command. */
const WRAPPING =
  /^\s*(?:exitcode: ?0[^\n]*\n)?(?:the script ran, then exited with unix exit code: ?0\s*\n)?(?:<returncode>0<\/returncode>\s*)?(?:code output:|its output was:|output:|<output>)?\s*/i;
const EMPTY_TEXT =
  /^(?:\[\s*\]|\{\s*\}|none|null|nan|n\/a|""|''|0 (?:results?|matches|rows|records?)(?: found)?\.?|empty(?: list| result)?\.?|no (?:results?|matches|match|records?|rows|data|items|entries|files?)(?: (?:returned|available))?\.?|no [^\n]{1,60} (?:was |were )?found[^\n]{0,40}|[^\n]{1,80} (?:was |were )?not found\.?|[^\n:]{1,60}:[ \t]*(?:none|null|nan|\[\s*\])?)?$/i;
const LONGEST = 300;

/** A result without content, with the place of the words that say so. */
export interface EmptyResult {
  readonly start: number;
  readonly end: number;
  /** True where there is nothing at all; false where it says that there is none. */
  readonly silent: boolean;
}

/** Whether a result holds nothing: an empty list, "no results", or no output at all. */
export function emptyResultOf({ text, data }: ToolResult): EmptyResult | null {
  if (text.length > LONGEST) return null;
  if (isRecord(data)) return holdsNothing(data) ? { start: 0, end: text.length, silent: false } : null;
  // A tool that says nothing at all may have nothing to say; a runner that shows an empty output has run something.
  if (text.trim() === '') return null;
  const wrapping = WRAPPING.exec(text)?.[0].length ?? 0;
  const rest = text.slice(wrapping).replace(/(?:<\/\w+>|\s)+$/, '');
  if (!EMPTY_TEXT.test(rest)) return null;
  return rest === ''
    ? { start: 0, end: text.length, silent: true }
    : { start: wrapping, end: wrapping + rest.length, silent: false };
}

/** An object whose every list is empty, and that has one. */
function holdsNothing(data: Record<string, unknown>): boolean {
  const lists = Object.values(data).filter(Array.isArray);
  const others = Object.values(data).filter(
    (value) => isRecord(value) || (typeof value === 'string' && value.length > 40),
  );
  return lists.length > 0 && others.length === 0 && lists.every((list) => list.length === 0);
}
