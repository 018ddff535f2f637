import { endOfString } from '../../base/scan-json.ts';
import type { Calibration } from '../../contracts/constraint.ts';

/**
 * Puts calibrations into the text of a pack file, by the id of the constraint. All else stays as it is, to the
 * character: what people wrote, and how they laid it out.
 * @param text JSON that was read as a pack before
 */
export function writeCalibration(text: string, calibrations: ReadonlyMap<string, Calibration>): string {
  const edits: Edit[] = [];
  const list = memberOf(text, skipSpace(text, text.startsWith('\ufeff') ? 1 : 0), 'constraints');
  if (list === null || text[list.start] !== '[') return text;
  for (const element of elementsOf(text, list.start)) {
    if (text[element.start] !== '{') continue;
    const members = membersOf(text, element.start);
    const id = members.findLast(({ key }) => key === 'id');
    const calibration =
      id === undefined ? undefined : calibrations.get(String(JSON.parse(text.slice(id.start, id.end))));
    if (calibration !== undefined) edits.push(editFor(text, element, members, calibration));
  }
  return edits.reduceRight((result, { start, end, put }) => result.slice(0, start) + put + result.slice(end), text);
}

interface Span {
  readonly start: number;
  readonly end: number;
}

interface Member extends Span {
  readonly key: string;
  readonly keyStart: number;
}

interface Edit extends Span {
  readonly put: string;
}

function editFor(text: string, object: Span, members: readonly Member[], calibration: Calibration): Edit {
  const first = members[0];
  const last = members.at(-1);
  // A file without spaces gets none.
  const isDense = first !== undefined && text[first.start - 1] === ':';
  const value = isDense ? JSON.stringify(calibration) : spaced(calibration);
  const known = members.findLast(({ key }) => key === 'calibration');
  if (known !== undefined) return { start: known.start, end: known.end, put: value };
  const between = first === undefined ? '' : text.slice(object.start + 1, first.keyStart);
  const at = last?.end ?? object.start + 1;
  const separator = between.includes('\n') ? between.slice(between.lastIndexOf('\n')) : isDense ? '' : ' ';
  return { start: at, end: at, put: `,${separator}"calibration":${isDense ? '' : ' '}${value}` };
}

/** JSON in one line, with spaces as people put them. */
function spaced(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, inner]) => `${JSON.stringify(key)}: ${spaced(inner)}`);
  return `{ ${members.join(', ')} }`;
}

function memberOf(text: string, object: number, key: string): Member | null {
  return text[object] === '{' ? (membersOf(text, object).findLast((member) => member.key === key) ?? null) : null;
}

/** The members of the object that starts at an offset. */
function membersOf(text: string, object: number): readonly Member[] {
  const members: Member[] = [];
  let at = skipSpace(text, object + 1);
  while (text[at] === '"') {
    const keyStart = at;
    const keyEnd = endOfString(text, at) + 1;
    const start = skipSpace(text, skipSpace(text, keyEnd) + 1);
    const end = endOfValue(text, start);
    members.push({ key: String(JSON.parse(text.slice(keyStart, keyEnd))), keyStart, start, end });
    at = skipSpace(text, end);
    if (text[at] !== ',') break;
    at = skipSpace(text, at + 1);
  }
  return members;
}

function elementsOf(text: string, array: number): readonly Span[] {
  const elements: Span[] = [];
  let at = skipSpace(text, array + 1);
  while (at < text.length && text[at] !== ']') {
    const end = endOfValue(text, at);
    elements.push({ start: at, end });
    at = skipSpace(text, end);
    if (text[at] !== ',') break;
    at = skipSpace(text, at + 1);
  }
  return elements;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (text[at] === ' ' || text[at] === '\n' || text[at] === '\r' || text[at] === '\t') at++;
  return at;
}

/** The offset after the value that starts at an offset. Without recursion. */
function endOfValue(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const sign = text[at];
    if (sign === '"') {
      at = endOfString(text, at);
      if (at === -1) return text.length;
    } else if (sign === '{' || sign === '[') {
      depth++;
      continue;
    } else if (sign === '}' || sign === ']') {
      if (depth === 0) return at;
      depth--;
    } else if (depth > 0) {
      continue;
    } else {
      // A number or a word: up to what ends it.
      while (at < text.length && !' \n\r\t,]}'.includes(text[at] ?? '')) at++;
      return at;
    }
    if (depth === 0) return at + 1;
  }
  return text.length;
}
