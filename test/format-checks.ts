import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { isRecord, own, parseJson, tryParseJson } from '../src/base/json.ts';
import { type TraceEvent, type Trajectory, trajectorySchema } from '../src/contracts/trajectory.ts';
import type { SessionLine, TraceFormat } from '../src/formats/format.ts';
import { FORMATS } from '../src/formats/index.ts';

/** A file as its documents: one, or one a line. */
export interface Source {
  readonly file: string;
  readonly documents: readonly { readonly recordRef: string; readonly value: unknown }[];
  /** Lines of a JSONL file; null where the file is one document. */
  readonly lines: readonly SessionLine[] | null;
}

const formats: readonly TraceFormat[] = Object.values(FORMATS);

/** Reads a file of JSON, or of JSON lines; lines that are not JSON are left out, as a truncated tail is. */
export function readFixture(file: string): Source {
  const text = readFileSync(file, 'utf8');
  try {
    return { file, documents: [{ recordRef: '', value: parseJson(text) }], lines: null };
  } catch {
    const lines = text.split('\n').flatMap((line, index): SessionLine[] => {
      try {
        return line.trim() === '' ? [] : [{ lineNumber: index + 1, value: parseJson(line) }];
      } catch {
        return [];
      }
    });
    const documents = lines.map(({ lineNumber, value }) => ({ recordRef: `line:${lineNumber}`, value }));
    return { file, documents, lines };
  }
}

function bestOf(confidenceOf: (format: TraceFormat) => number): TraceFormat | null {
  const ranked = formats
    .map((format) => ({ format, confidence: confidenceOf(format) }))
    .filter(({ confidence }) => confidence > 0)
    .sort((a, b) => b.confidence - a.confidence);
  return ranked[0]?.format ?? null;
}

const sessionOf = ({ lines }: Source): TraceFormat | null =>
  lines === null ? null : bestOf((format) => format.session?.detect(lines.map(({ value }) => value)) ?? 0);

/** The id of the format that a source is of, by content alone: for JSON lines, that of the first line that has one. */
export function formatOf(source: Source): string | null {
  const session = sessionOf(source);
  if (session !== null) return session.id;
  for (const { value } of source.documents) {
    const format = bestOf((candidate) => candidate.detect(value));
    if (format !== null) return format.id;
  }
  return null;
}

/** Every trajectory of a source. */
export function trajectoriesOf(source: Source): readonly Trajectory[] {
  const session = sessionOf(source);
  if (session !== null) {
    return session.session?.parse(source.lines ?? [], { uri: source.file, recordRef: '' }) ?? [];
  }
  return source.documents.flatMap(({ recordRef, value }) => {
    const format = bestOf((candidate) => candidate.detect(value));
    return format === null ? [] : format.parse(value, { uri: source.file, recordRef });
  });
}

/** Checks that hold for a trajectory of any format. */
export function checkTrajectory(trajectory: Trajectory, source: Source): void {
  trajectorySchema.parse(trajectory);
  checkOrder(trajectory);
  checkPairs(trajectory);
  const { recordsRead, recordsMapped, recordsOther } = trajectory.coverage;
  expect(recordsMapped + recordsOther).toBe(recordsRead);
  const record = resolve(source, trajectory.source.recordRef);
  expect(record, `recordRef ${trajectory.source.recordRef}`).not.toBe(undefined);
  for (const step of trajectory.steps) {
    expect(resolveIn(source, record, step.rawRef), `rawRef ${step.rawRef}`).not.toBe(undefined);
    for (const { rawRef } of step.events) {
      if (rawRef !== null) expect(resolveIn(source, record, rawRef), `rawRef ${rawRef}`).not.toBe(undefined);
    }
  }
  // A session is written over many lines, wherever the trajectory itself begins.
  checkQuotes(trajectory, sessionOf(source) === null ? record : source.documents.map(({ value }) => value));
  checkGold(trajectory);
}

function checkOrder({ steps }: Trajectory): void {
  expect(new Set(steps.map(({ id }) => id)).size).toBe(steps.length);
  expect(steps.map(({ position }) => position)).toEqual(steps.map((_step, index) => index));
  const ids = steps.flatMap(({ events }) => events.map(({ id }) => id));
  expect(new Set(ids).size).toBe(ids.length);
  const known = new Set(steps.map(({ id }) => id));
  for (const { parentId } of steps) if (parentId !== null) expect(known).toContain(parentId);
}

function checkPairs({ steps, coverage }: Trajectory): void {
  const called = new Set<string>();
  let orphans = 0;
  for (const event of steps.flatMap(({ events }) => events)) {
    if (event.kind === 'tool-call') {
      expect(called).not.toContain(event.callId);
      called.add(event.callId);
    } else if (event.kind === 'tool-result') {
      if (event.callId === null) orphans++;
      else expect(called).toContain(event.callId);
    }
  }
  const warned = coverage.warnings.find(({ code }) => code === 'TOOL_RESULT_WITHOUT_CALL')?.count ?? 0;
  expect(warned).toBe(orphans);
}

function resolve(source: Source, ref: string): unknown {
  const line = /^line:(\d+)/.exec(ref);
  if (line === null) return pointed(source.documents[0]?.value, ref);
  const found = source.lines?.find(({ lineNumber }) => lineNumber === Number(line[1]));
  return pointed(found?.value, ref.slice(line[0].length));
}

/** A step stands in its trajectory's own record, or names the line of the file. */
const resolveIn = (source: Source, record: unknown, ref: string): unknown =>
  ref.startsWith('line:') ? resolve(source, ref) : pointed(record, ref);

function pointed(value: unknown, pointer: string): unknown {
  let at = value;
  for (const part of pointer.split('/').slice(1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    at = Array.isArray(at) ? at[Number(key)] : own(at, key);
  }
  return at;
}

/** Every string of a value, and the JSON of every object in it, which is how arguments that are no text are written; JSON in strings too. */
function textsOf(value: unknown): { readonly strings: string; readonly json: ReadonlySet<string> } {
  const strings: string[] = [];
  const json = new Set<string>();
  const open: unknown[] = [value];
  while (open.length > 0) {
    const at = open.pop();
    if (typeof at === 'string') {
      strings.push(at);
      const inner = /^\s*[[{]/.test(at) ? tryParseJson(at) : undefined;
      if (inner !== undefined) open.push(inner);
    } else if (Array.isArray(at) || isRecord(at)) {
      json.add(JSON.stringify(at));
      open.push(...Object.values(at));
    } else json.add(String(at));
  }
  return { strings: strings.join('\n\u0000\n'), json };
}

/** A part of a message that is no text is named in brackets; parts are joined by line breaks. */
const PLACEHOLDER = /^\[[\w.-]+\]$/;

/** Events that hold what the source says; the others may put it in words of their own, such as the status of a span. */
const QUOTES: ReadonlySet<TraceEvent['kind']> = new Set(['message', 'reasoning', 'tool-call', 'tool-result']);

function checkQuotes({ steps }: Trajectory, record: unknown): void {
  let texts: ReturnType<typeof textsOf> | null = null;
  for (const { kind, text } of steps.flatMap(({ events }) => events)) {
    if (text === '' || !QUOTES.has(kind)) continue;
    texts ??= textsOf(record);
    const { strings, json } = texts;
    const isQuote = strings.includes(text) || json.has(text) || hasInner(strings, text);
    const isJoined = (): boolean => text.split('\n').every((line) => strings.includes(line) || PLACEHOLDER.test(line));
    // A span has no arguments but its input: they are put together, of values that are quotes.
    const isComposed = (): boolean => kind === 'tool-call' && leavesOf(text).every((leaf) => strings.includes(leaf));
    expect(isQuote || isJoined() || isComposed(), `${kind}: ${text.slice(0, 200)}`).toBe(true);
  }
}

/** The strings in JSON text; the text itself where it is none. */
function leavesOf(text: string): readonly string[] {
  const value = tryParseJson(text);
  return isRecord(value) ? textsOf(value).strings.split('\n\u0000\n') : [text];
}

/** Text inside JSON that is itself a string of the source. */
const hasInner = (strings: string, text: string): boolean => strings.includes(JSON.stringify(text).slice(1, -1));

/** Longest gold text that may well stand in a run by chance: names, dates, a right answer. */
const CHANCE = 60;

function checkGold(trajectory: Trajectory): void {
  const { strings } = textsOf(trajectory.gold);
  const { steps, instruction, policy, metadata } = trajectory;
  const seen = JSON.stringify([steps, instruction, policy, metadata]);
  for (const text of strings.split('\n\u0000\n')) {
    if (text.length < CHANCE) continue;
    expect(seen.includes(JSON.stringify(text).slice(1, -1)), `gold in the open: ${text.slice(0, 100)}`).toBe(false);
  }
}
