import { isRecord, own, ownString } from '../base/json.ts';
import type { ToolResult } from '../contracts/trajectory.ts';

/** What kind of failure a tool's result shows. */
export type FailureKind =
  | 'invocation' // the call itself was wrong: arguments, types, unknown tool
  | 'not-found' // what was asked for does not exist
  | 'refused' // a precondition or a business rule said no
  | 'access' // 401, 403, captcha, login wall, permission
  | 'infrastructure' // time-out, 5xx, connection, rate limit, out of memory
  | 'execution'; // code or command ran and failed

export interface ToolFailure {
  readonly kind: FailureKind;
  /** Offsets of the telling words in the result's text. */
  readonly start: number;
  readonly end: number;
}

/** Only the head and the tail of a result are searched: that is where tools say that they failed. */
const SEARCHED = 2_000;

/** Words that start a result which is an error and nothing else. */
const ERROR_HEAD =
  /^\s*(?:<[a-z_]*error>|\[?error\]?\s*[:\-\]]|errors?\s+(?:occurred|executing|calling|while|in|during)|exception\s*:|fatal:|failed(?: to|:)|traceback \(most recent call last\)|tool .{0,60} (?:not found|does not exist)|unknown tool|invalid (?:argument|parameter|tool|input)|command not found|permission denied|request timed out|timeout(?:error)?\b|http(?:error)?\s*[45]\d\d|[45]\d\d (?:bad|unauthori[sz]ed|forbidden|not found|internal|service|gateway|too many))/i;
const EXIT_CODE = /(?:exit ?code|returncode|exit status)[>:= ]*\s*(-?\d+)/i;
const TRACEBACK = /traceback \(most recent call last\)|^\s*[A-Z][A-Za-z]*(?:Error|Exception): .+$/im;

const KINDS: readonly (readonly [FailureKind, RegExp])[] = [
  [
    'access',
    /\b(?:40[13]\b|forbidden|unauthori[sz]ed|captcha|permission denied|access denied|login required|not permitted|verify you are (?:a )?human)/i,
  ],
  [
    'infrastructure',
    /\b(?:time[d ]?-?out|timeout|5\d\d\b|service unavailable|connection (?:refused|reset|error|aborted)|econn\w+|rate limit|too many requests|429\b|unreachable|out of memory|no space left|bad gateway|unavailable|overloaded|name resolution)/i,
  ],
  [
    'invocation',
    /\b(?:invalid (?:argument|parameter|input|type|schema)|schema|missing (?:required|argument|parameter|\d+ required)|unexpected keyword|required (?:property|argument|parameter)|validation|unknown (?:tool|function)|unrecogni[sz]ed argument|requires? (?:a )?(?:string|integer|number)|not a valid|typeerror|no such (?:tool|function))/i,
  ],
  ['not-found', /\b(?:not found|no such|does not exist|doesn't exist|404\b|no results?|unknown)/i],
  [
    'refused',
    /\b(?:cannot|can not|not allowed|must be|should (?:be|match)|only|already|non-?pending|not (?:pending|delivered|available|enough|sufficient)|insufficient|exceed)/i,
  ],
];

/**
 * Whether a tool's result shows that the call failed: the source's own flag first, then an `error` field, an exit code,
 * and last the words it starts with. A text that merely mentions errors is none.
 */
export function failureOf(result: ToolResult): ToolFailure | null {
  const text = result.text;
  const head = text.slice(0, SEARCHED);
  if (result.isError === false) return null;
  if (result.isError === true)
    return { kind: kindOf(`${result.errorType ?? ''} ${head}`), start: 0, end: firstLineEnd(text) };
  const named = errorField(result);
  if (named !== null) {
    const start = Math.max(0, text.indexOf(named.slice(0, 60)));
    return { kind: kindOf(named), start, end: Math.min(text.length, start + Math.max(1, named.length)) };
  }
  const exit = EXIT_CODE.exec(head);
  if (exit !== null) {
    if (Number(exit[1]) === 0) return null;
    const raised = lastRaised(text);
    const place = raised ?? { start: exit.index, end: exit.index + exit[0].length };
    return { kind: exitKind(text.slice(place.start, place.end)), ...place };
  }
  const match = ERROR_HEAD.exec(head);
  if (match !== null) return { kind: kindOf(head.slice(0, 400)), start: match.index, end: firstLineEnd(text) };
  if (result.data === null && /traceback \(most recent call last\)/i.test(head)) {
    const raised = lastRaised(text) ?? { start: 0, end: firstLineEnd(text) };
    return { kind: exitKind(text.slice(raised.start, raised.end)), ...raised };
  }
  return null;
}

function errorField(result: ToolResult): string | null {
  const data = result.data;
  if (!isRecord(data)) return null;
  const error = own(data, 'error');
  if (typeof error === 'string' && error !== '') return error;
  if (isRecord(error)) return ownString(error, 'message') ?? JSON.stringify(error);
  if (own(data, 'ok') === false || own(data, 'success') === false || own(data, 'is_error') === true) {
    return ownString(data, 'message') ?? ownString(data, 'detail') ?? 'ok';
  }
  return null;
}

/** The line that names the exception, nearest to the end: what went wrong, not where. */
function lastRaised(text: string): { start: number; end: number } | null {
  const offset = Math.max(0, text.length - 2 * SEARCHED);
  const tail = text.slice(offset);
  if (!TRACEBACK.test(tail)) return null;
  const lines = [...tail.matchAll(/^[ \t]*[A-Z][A-Za-z.]*(?:Error|Exception|Interrupt)\b.*$/gm)];
  const last = lines.at(-1);
  if (last === undefined) return null;
  return { start: offset + last.index, end: offset + last.index + last[0].length };
}

/** Code that ran and failed is an execution failure, unless the infrastructure or an access rule stopped it. */
function exitKind(text: string): FailureKind {
  const kind = kindOf(text);
  return kind === 'access' || kind === 'infrastructure' ? kind : 'execution';
}

function kindOf(text: string): FailureKind {
  for (const [kind, pattern] of KINDS) if (pattern.test(text)) return kind;
  return 'execution';
}

function firstLineEnd(text: string): number {
  const trimmed = text.search(/\S/);
  const end = text.indexOf('\n', Math.max(0, trimmed));
  return Math.min(end === -1 ? text.length : end, 300);
}
