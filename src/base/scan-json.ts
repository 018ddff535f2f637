/** A container that was open where a scan ended. */
export interface OpenContainer {
  readonly kind: 'array' | 'object';
  /** Elements or members that are complete. */
  readonly complete: number;
  /** Of these, the ones that are objects themselves. */
  readonly completeRecords: number;
  /** Offset just behind the last complete element or member; just behind the opening bracket where there is none. */
  readonly end: number;
  /** Offset at which the element that is not complete starts; -1 where none was begun. */
  readonly pendingStart: number;
}

export type JsonScan =
  /** One whole value; `end` is the offset behind it. */
  | { readonly status: 'complete'; readonly end: number }
  /** The text ends inside the value; outermost open container first. */
  | { readonly status: 'cut'; readonly open: readonly OpenContainer[] }
  /** No JSON from `offset` on. */
  | { readonly status: 'invalid'; readonly offset: number };

interface Frame {
  kind: 'array' | 'object';
  complete: number;
  completeRecords: number;
  end: number;
  pendingStart: number;
}

type Wanted = 'value' | 'value-or-close' | 'key' | 'key-or-close' | 'colon' | 'comma-or-close';

const NON_FINITE = /NaN|-?Infinity/y;
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const SCALAR_START = /^[-\d.eE+tfnrualse]*$/;
const SPECIAL_IN_STRING = /[\u0000-\u001f\\]/g;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/**
 * Walks one JSON value from `start`: where it ends, where it stops being JSON, or what was open when the text ended.
 * `JSON.parse` says none of these reliably. Linear, without recursion. With `nonFinite`, the words NaN and Infinity that
 * some writers put for numbers count as values.
 */
export function scanJson(text: string, start = 0, nonFinite = false): JsonScan {
  const stack: Frame[] = [];
  let wanted: Wanted = 'value';
  let offset = start;
  const cut = (): JsonScan => ({ status: 'cut', open: stack });
  for (;;) {
    offset = skipSpace(text, offset);
    const char = text[offset];
    if (char === undefined) return cut();
    const top = stack.at(-1);
    let closed: 'record' | 'other' | null = null;
    if (wanted === 'colon') {
      if (char !== ':') return { status: 'invalid', offset };
      wanted = 'value';
      offset++;
      continue;
    }
    if (wanted === 'comma-or-close' && char === ',') {
      wanted = top?.kind === 'object' ? 'key' : 'value';
      offset++;
      continue;
    }
    if (char === '}' || char === ']') {
      const fits = top !== undefined && top.kind === (char === '}' ? 'object' : 'array');
      if (!fits || wanted === 'value' || wanted === 'key') return { status: 'invalid', offset };
      stack.pop();
      offset++;
      closed = char === '}' ? 'record' : 'other';
    } else if (wanted === 'comma-or-close') {
      return { status: 'invalid', offset };
    } else if (wanted === 'key' || wanted === 'key-or-close') {
      if (char !== '"') return { status: 'invalid', offset };
      if (top !== undefined) top.pendingStart = offset;
      const end = stringEnd(text, offset);
      if (end < 0) return end === -1 ? cut() : { status: 'invalid', offset: -end - 2 };
      offset = end;
      wanted = 'colon';
      continue;
    } else {
      if (top?.kind === 'array') top.pendingStart = offset;
      if (char === '{' || char === '[') {
        offset++;
        const kind = char === '{' ? 'object' : 'array';
        stack.push({ kind, complete: 0, completeRecords: 0, end: offset, pendingStart: -1 });
        wanted = char === '{' ? 'key-or-close' : 'value-or-close';
        continue;
      }
      const end = char === '"' ? stringEnd(text, offset) : scalarEnd(text, offset, stack.length > 0, nonFinite);
      if (end < 0) return end === -1 ? cut() : { status: 'invalid', offset: -end - 2 };
      offset = end;
      closed = 'other';
    }
    const parent = stack.at(-1);
    if (parent === undefined) return { status: 'complete', end: offset };
    parent.complete++;
    if (closed === 'record') parent.completeRecords++;
    parent.end = offset;
    parent.pendingStart = -1;
    wanted = 'comma-or-close';
  }
}

function skipSpace(text: string, start: number): number {
  let offset = start;
  for (;;) {
    const code = text.charCodeAt(offset);
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return offset;
    offset++;
  }
}

/** Offset behind a string; -1 where the text ends inside it; -(offset) - 2 where it is not JSON at that offset. */
function stringEnd(text: string, start: number): number {
  const end = endOfString(text, start);
  // Searched in the string alone: a search that ran on to the next special character of the text would be quadratic.
  const inner = text.slice(start + 1, end === -1 ? text.length : end);
  SPECIAL_IN_STRING.lastIndex = 0;
  for (let special = SPECIAL_IN_STRING.exec(inner); special !== null; special = SPECIAL_IN_STRING.exec(inner)) {
    ESCAPE.lastIndex = special.index;
    if (ESCAPE.test(inner)) SPECIAL_IN_STRING.lastIndex = ESCAPE.lastIndex;
    // An escape that the end of the text cuts off is no fault of its own.
    else if (special[0] !== '\\' || end !== -1 || inner.length - special.index >= 6) {
      return -(start + 1 + special.index) - 2;
    } else break;
  }
  return end === -1 ? -1 : end + 1;
}

function scalarEnd(text: string, start: number, inside: boolean, nonFinite: boolean): number {
  NON_FINITE.lastIndex = start;
  if (nonFinite && NON_FINITE.test(text)) return NON_FINITE.lastIndex;
  SCALAR.lastIndex = start;
  const match = SCALAR.exec(text);
  const end = start + (match?.[0].length ?? 0);
  // In a container, a number or a word that ends with the text may have been cut.
  if (text.length - end < 32 && SCALAR_START.test(text.slice(start)) && (inside || match === null)) {
    return /^(?:true|false|null)$/.test(match?.[0] ?? '') ? end : -1;
  }
  return match === null ? -start - 2 : end;
}

/** Offset of the quote that closes the string opened at `start`; -1 where there is none. */
export function endOfString(text: string, start: number): number {
  let index = start + 1;
  for (;;) {
    const quote = text.indexOf('"', index);
    if (quote === -1) return -1;
    let backslashes = 0;
    while (text.charCodeAt(quote - 1 - backslashes) === 0x5c) backslashes++;
    if (backslashes % 2 === 0) return quote;
    index = quote + 1;
  }
}
