import { isRecord, own, ownString } from '../base/json.ts';
import type { ToolResult } from '../contracts/trajectory.ts';
import { errorPageOf } from './error-page.ts';
import type { FailureKind, ToolFailure } from './failure-kind.ts';

export type { FailureKind, ToolFailure } from './failure-kind.ts';

interface Place {
  readonly start: number;
  readonly end: number;
}

/** Only the head and the tail of a result are searched: that is where tools say that they failed. */
const SEARCHED = 2_000;
/** How far from either end of the text a line with an exit code may stand. */
const EXIT_SEARCHED = 200;
/** Longest text that counts as an error and nothing else. */
const ERROR_ONLY = 400;

/** Words that start a result which is an error and nothing else. */
const ERROR_HEAD =
  /^\s*["'`]?(?:<[a-z_]*error>|\[?error\]?\s*[:\-\]]|\[errno \d+\]|errors? (?:occurred|executing|calling|when|while|processing|during|in (?:tool|function|line))\b|an? (?:\w+ )?(?:error|exception) (?:occurred|was raised)|exception:|[a-z_.]{0,80}(?:error|exception): |fatal:|failed(?: to\b|:)|(?:[a-z]{2,20} ){1,3}(?:denied|declined|rejected|failed):|traceback \(most recent call last\)|(?:the )?tool ["'`]?[\w.-]{1,60}["'`]? (?:was |is )?(?:not found|does not exist)|(?:unknown|invalid) tool\b|invalid (?:argument|parameter|input|request)s?\b|[\w./-]{1,40}: command not found|command not found|permission denied|access denied|request timed out|timed out\b|timeout(?:error)?\s*(?:[:!.]|$)|http(?:error)?\s*[45]\d\d\b|[45]\d\d (?:bad|unauthori[sz]ed|forbidden|not found|internal|service|gateway|too many|client error|server error)|your proposed edit has introduced|no replacement was (?:performed|made))/i;
const TRACEBACK = 'traceback (most recent call last)';
const EXIT_CODE =
  /(?:exit ?code|return ?code|exited with (?:unix )?(?:exit )?code|exit status|exited with code)[>:= ]*\s*(-?\d{1,10})\b/i;
const EXIT_FIELDS = ['exit_code', 'exitCode', 'returncode', 'return_code', 'exit_status'] as const;
/** What a runner writes between the exit code and the output itself. */
const OUTPUT_HEADER =
  /^[ \t]*(?:\([a-z ]{0,40}\))?(?:<\/\w{1,20}>)?\s*(?:code output:|its output was:|output:|<output>)?\s*/i;

const KINDS: readonly (readonly [FailureKind, RegExp])[] = [
  [
    'access',
    /(?:\b(?:http|status|code|error)\b[^\w\n]{0,3}(?:code[^\w\n]{0,3})?40[137]\b|\b40[137] (?:client error|forbidden|unauthori[sz]ed)|\bforbidden\b|unauthori[sz]ed|captcha|permission denied|access (?:is )?denied|login required|authentication (?:failed|required)|not (?:permitted|authorized) to\b|operation not permitted|verify you are|content[ _](?:filter|management policy)|blocked by (?:policy|guardrail))/i,
  ],
  [
    'infrastructure',
    /\b(?:timed[ -]?out|time-?out|timeout(?:error)?|(?:http|status|code|error)[^\w\n]{0,3}(?:code[^\w\n]{0,3})?(?:5\d\d|429)\b|5\d\d (?:server error|internal|bad gateway|service|gateway)|internal server error|service unavailable|connection (?:refused|reset|error|aborted|closed)|connectionerror|apiconnectionerror|econn\w+|enotfound|rate ?limit(?:ed)?|ratelimiterror|too many requests|unreachable|out of memory|memoryerror|no space left|bad gateway|temporarily unavailable|overloaded|name resolution|name or service not known|max retries exceeded|not fully loaded|dns\b)/i,
  ],
  [
    'invocation',
    /(?:\binvalid (?:argument|parameter|input|type|request|json|tool|schema)|(?:input|schema|argument) ?validation|validation ?error|does not match (?:the )?(?:input )?schema|\bmissing (?:required|argument|parameter|\d+ required)|unexpected keyword|unexpected (?:argument|parameter)|required (?:property|argument|parameter|field)|\bunknown (?:tool|function|argument|parameter|option)|unrecogni[sz]ed (?:argument|option|parameter)|\bmust be (?:of type|an? (?:string|integer|number|boolean|object|array|list))|not (?:a )?valid (?:json|tool|function|argument|parameter|value)|no such (?:tool|function)|\btool ["'`]?[\w.-]{1,60}["'`]? (?:was |is )?(?:not found|does not exist)|(?:could not|failed to|unable to) parse (?:the )?(?:arguments|input|json|tool call)|\brequires? (?:an? )?(?:string|integer|number|boolean|object|array|list)\b|schemaerror|malformed|your proposed edit has introduced|no replacement was (?:performed|made)|exactly one (?:action|code block|tool call))/i,
  ],
  [
    'not-found',
    /\b(?:not found|no such|does not exist|doesn't exist|cannot be found|could not find|404\b|no results?|no data|unknown)/i,
  ],
  [
    'refused',
    /\b(?:cannot|can not|can't|not allowed|must\b|should\b|only|already|non-?\w+ (?:order|item|reservation)|not (?:pending|delivered|available|enough|sufficient|eligible)|insufficient|exceed|does not add up)/i,
  ],
];

/**
 * Whether a tool's result shows that the call failed: the source's own flag first, then an `error` field, an exit code,
 * and last the words it starts with or a page that stands in the way. A text that merely mentions errors is none.
 */
export function failureOf(result: ToolResult): ToolFailure | null {
  const { text, isError } = result;
  const exit = exitOf(result);
  // An exit code says more than a flag that was read from it: a search without a match, an error that was only printed.
  if (exit !== null && isError !== (exit.code === 0)) {
    if (isRecord(result.data)) return jsonExit(result, exit);
    return exit.code === 0 ? softFailure(text, exit.end) : hardFailure(text, exit);
  }
  if (isError === false) return null;
  if (isError === true) {
    const place = lastRaised(text) ?? namedError(result) ?? firstLine(text);
    const about = `${result.errorType ?? ''} ${text.slice(place.start, place.end)} ${text.slice(0, 300)}`;
    return { kind: kindOf(about, 'execution'), start: place.start, end: place.end };
  }
  const named = namedError(result);
  if (named !== null) return { kind: kindOf(named.words, 'refused'), start: named.start, end: named.end };
  if (ERROR_HEAD.test(text.slice(0, ERROR_ONLY))) {
    const place = lastRaised(text) ?? firstLine(text);
    return { kind: kindOf(text.slice(place.start, place.end), 'refused'), ...place };
  }
  if (result.data !== null) return null;
  if (
    text
      .slice(0, 2 * SEARCHED)
      .toLowerCase()
      .includes(TRACEBACK)
  ) {
    const place = lastRaised(text) ?? firstLine(text);
    return { kind: kindOf(text.slice(place.start, place.end), 'execution'), ...place };
  }
  return errorPageOf(text);
}

/** The words that a JSON result gives as its error, and where they stand; null where it gives none. */
function namedError(result: ToolResult): (Place & { readonly words: string }) | null {
  const words = errorField(result);
  if (words === null) return null;
  const start = Math.max(0, result.text.indexOf(words.slice(0, 60)));
  return { words, start, end: Math.min(result.text.length, start + Math.max(1, words.length)) };
}

const BAD_STATUS: ReadonlySet<string> = new Set(['failed', 'failure', 'denied', 'declined', 'rejected']);
const MAX_ANSWER_FIELDS = 4;

/** What a JSON result names as its error; null where it names none. */
function errorField(result: ToolResult): string | null {
  const data = result.data;
  if (!isRecord(data)) return null;
  const error = own(data, 'error');
  if (typeof error === 'string' && error !== '') return error;
  if (isRecord(error)) return ownString(error, 'message') ?? JSON.stringify(error);
  const message = ownString(data, 'message') ?? ownString(data, 'detail') ?? ownString(data, 'reason');
  if (own(data, 'ok') === false || own(data, 'success') === false || own(data, 'is_error') === true) {
    return message ?? (own(data, 'ok') === false ? 'ok' : own(data, 'success') === false ? 'success' : 'is_error');
  }
  for (const key of ['status', 'response_status']) {
    const status = ownString(data, key)?.toLowerCase() ?? '';
    if (status === 'error' && message !== null) return message;
    // A record may have such a status too; a short answer that also says why is the call's own.
    if (BAD_STATUS.has(status) && message !== null && Object.keys(data).length <= MAX_ANSWER_FIELDS) return message;
  }
  return null;
}

/** The exit code that a result states, with the place of the words; null where it states none. */
function exitOf(result: ToolResult): (Place & { code: number }) | null {
  const { text, data } = result;
  for (const holder of [data, own(data, 'metadata')]) {
    for (const field of EXIT_FIELDS) {
      const code = own(holder, field);
      if (typeof code !== 'number') continue;
      const start = Math.max(0, text.indexOf(`"${field}"`));
      const end = /^[^,}\n]*/.exec(text.slice(start + field.length + 2, start + field.length + 20))?.[0].length ?? 0;
      return { code, start, end: Math.min(text.length, start + field.length + 2 + end) };
    }
  }
  const tail = Math.max(0, text.length - EXIT_SEARCHED);
  for (const offset of tail > EXIT_SEARCHED ? [0, tail] : [0]) {
    const part = offset === 0 ? text.slice(0, tail > EXIT_SEARCHED ? EXIT_SEARCHED : text.length) : text.slice(offset);
    const match = EXIT_CODE.exec(part);
    if (match !== null) {
      const start = offset + match.index;
      // A runner states the code at the start of a line; in the middle of a long one the text merely tells of a code.
      if (start - (text.lastIndexOf('\n', start) + 1) > 60) continue;
      return { code: Number(match[1]), start, end: start + match[0].length };
    }
  }
  return null;
}

/** A command that ended with a code other than 0. With code 1 and no output it is how searches say "no match". */
function hardFailure(text: string, exit: Place & { readonly code: number }): ToolFailure | null {
  const raised = lastRaised(text);
  if (raised !== null) return { kind: kindOf(text.slice(raised.start, raised.end), 'execution', true), ...raised };
  const before = text.slice(0, exit.start).trimEnd();
  const start = outputStart(text, exit.end);
  const silent = /^(?:<\/\w+>|\s)*$/.test(text.slice(start, start + EXIT_SEARCHED));
  if (exit.code === 1 && silent && /^[\s[<(]*$/.test(before)) return null;
  const line = silent ? lastLine(before) : (tellingLine(text, start) ?? lineAt(text, start));
  const place = line.end > line.start && /\w/.test(text.slice(line.start, line.end)) ? line : exit;
  return { kind: kindOf(text.slice(place.start, place.end), 'execution', true), start: place.start, end: place.end };
}

/** A command's outcome given as JSON fields. */
function jsonExit({ data }: ToolResult, exit: Place & { readonly code: number }): ToolFailure | null {
  if (exit.code === 0) return null;
  const output = ['stderr', 'stdout', 'output'].map((field) => ownString(data, field) ?? '').join('\n');
  if (exit.code === 1 && output.trim() === '') return null;
  return { kind: kindOf(output.slice(-600), 'execution', true), start: exit.start, end: exit.end };
}

/** Code 0, but all that came out is an error message: the code caught its failure and printed it. */
function softFailure(text: string, exitEnd: number): ToolFailure | null {
  const start = outputStart(text, exitEnd);
  const output = text.slice(start);
  if (output.length > ERROR_ONLY || !ERROR_HEAD.test(output)) return null;
  const line = lineAt(text, start);
  return { kind: kindOf(text.slice(line.start, line.end), 'execution', true), ...line };
}

const outputStart = (text: string, exitEnd: number): number =>
  exitEnd + (OUTPUT_HEADER.exec(text.slice(exitEnd, exitEnd + 200))?.[0].length ?? 0);

/** The line that names the exception, nearest to the end of the text: what went wrong, not where. */
function lastRaised(text: string): Place | null {
  const window = 2 * SEARCHED;
  const offset = Math.max(0, text.length - window);
  return raisedIn(text.slice(offset), offset) ?? (offset > 0 ? raisedIn(text.slice(0, window), 0) : null);
}

const RAISED = /^(?:E[ \t]+)?[a-zA-Z_][\w.]{0,120}(?:Error|Exception|KeyboardInterrupt|SystemExit)(?::[ \t].*|[ \t]*)$/;

function raisedIn(part: string, offset: number): Place | null {
  let last: Place | null = null;
  let inTraceback = false;
  let start = 0;
  for (const line of part.split('\n')) {
    // After a Python traceback the first line that is not indented names the exception, whatever it is called.
    const ends = inTraceback && /^[a-zA-Z_][\w.]*(?::|$)/.test(line);
    if (ends || RAISED.test(line.slice(0, 400))) {
      last = { start: offset + start, end: offset + start + Math.min(line.trimEnd().length, 300) };
      inTraceback = false;
    }
    if (line.slice(0, 200).toLowerCase().includes(TRACEBACK)) inTraceback = true;
    start += line.length + 1;
  }
  return last;
}

/**
 * The kind that the words of an error point to. Code that ran and failed is an execution failure whatever it complained
 * of, unless the infrastructure or an access rule stopped it.
 */
function kindOf(text: string, otherwise: FailureKind, ranCode = false): FailureKind {
  const said = text.slice(0, 600);
  // A code such as PAYMENT_PROVIDER_TIMEOUT says its kind in words.
  const spaced = said.replaceAll('_', ' ');
  const exception = /\b(?:[A-Z]\w*Error|Exception|Interpreter)\b/.test(said) && !/^\s*Error:/.test(said);
  for (const [kind, pattern] of KINDS) {
    if (ranCode && kind !== 'access' && kind !== 'infrastructure') break;
    if (exception && kind === 'refused') break;
    if (pattern.test(said) || pattern.test(spaced)) return kind;
  }
  return ranCode || exception ? 'execution' : otherwise;
}

/** The last line near the end that speaks of a failure, such as `2 failed, 16 passed`. */
function tellingLine(text: string, from: number): Place | null {
  let end = text.length;
  for (let lines = 0; lines < 12 && end > from; lines++) {
    const start = Math.max(from, text.lastIndexOf('\n', end - 1) + 1);
    if (
      /\b(?:fail(?:ed|ures?)?|errors?|exceptions?|fatal|not found|denied|no such|unknown|cannot|\w{2,40}(?:error|exception))\b/i.test(
        text.slice(start, Math.min(end, start + 300)),
      )
    ) {
      return { start, end: Math.min(end, start + 300) };
    }
    end = start - 1;
  }
  return null;
}

function lastLine(text: string): Place {
  return lineAt(text, text.lastIndexOf('\n') + 1);
}

function firstLine(text: string): Place {
  return lineAt(text, Math.max(0, text.search(/\S/)));
}

function lineAt(text: string, start: number): Place {
  const end = text.indexOf('\n', start);
  return { start, end: Math.min(end === -1 ? text.length : end, start + 300) };
}
