import { AppError } from '../base/errors.ts';
import { parseJson } from '../base/json.ts';
import { err } from '../base/result.ts';
import { scanJson } from '../base/scan-json.ts';
import { LineReader, type TraceLine } from './reading/line-reader.ts';
import { LinesParser } from './reading/lines-parser.ts';
import { normalizeBytes } from './reading/normalize-bytes.ts';
import { notJson, parseText } from './reading/parse-text.ts';
import { placed } from './reading/placed-error.ts';
import { READ_LIMITS, type ReadLimits } from './reading/read-limits.ts';
import type { TraceResult } from './reading/read-note.ts';

export { parseDocument } from './reading/parse-document.ts';
export type { TraceResult } from './reading/read-note.ts';

export interface ReadOptions {
  /** File or URL, for the trajectories' `source`; null when given as text. */
  readonly uri?: string | null;
  readonly limits?: Partial<ReadLimits>;
}

/**
 * Reads a trace file as its bytes come in: one result for each trajectory in it, or an error in its place. JSON lines
 * that are trajectories of their own are given out one by one, so that a file of any size needs the memory of a line.
 * Encodings: UTF-8, and UTF-16 with or without byte order mark.
 */
export async function* readTrace(
  chunks: AsyncIterable<Uint8Array>,
  options: ReadOptions = {},
): AsyncGenerator<TraceResult, void, undefined> {
  const uri = options.uri ?? null;
  const limits = { ...READ_LIMITS, ...options.limits };
  const reader = new LineReader(normalizeBytes(chunks), limits.maxDocumentBytes);
  try {
    const first = await reader.next();
    const second = first === null ? null : await reader.next();
    if (first === null) {
      yield* parseText('', uri, limits);
    } else if (areLines(first, second)) {
      const parser = new LinesParser(uri, limits);
      yield* parser.push(first);
      for (let line = second; line !== null && !parser.isDone; line = await reader.next()) yield* parser.push(line);
      yield* parser.end();
    } else {
      const head = joinLines(first, second);
      const rest = second === null ? { text: '', replaced: 0 } : await reader.rest(head.length);
      yield* parseText(head + rest.text, uri, limits, first.replaced + (second?.replaced ?? 0) + rest.replaced);
    }
  } catch (error) {
    if (!AppError.isInstance(error)) throw error;
    yield err(placed(error, { uri, recordRef: '' }));
  } finally {
    await reader.close();
  }
}

/** Reads the text of a trace file, held whole: as `readTrace`, for text that is there already. */
export function parseTrace(input: string, uri: string | null = null, limits = READ_LIMITS): readonly TraceResult[] {
  const text = input.startsWith('\ufeff') ? input.slice(1) : input;
  try {
    const lines = linesOf(text);
    const first = lines.next().value;
    const second = first === undefined ? undefined : lines.next().value;
    if (first === undefined || !areLines(first, second ?? null)) return parseText(text, uri, limits);
    const parser = new LinesParser(uri, limits);
    const results = [...parser.push(first)];
    if (second !== undefined) for (const result of parser.push(second)) results.push(result);
    for (const line of lines) for (const result of parser.push(line)) results.push(result);
    for (const result of parser.end()) results.push(result);
    return results;
  } catch (error) {
    if (!AppError.isInstance(error)) throw error;
    return [err(placed(error, { uri, recordRef: '' }))];
  }
}

/**
 * Whether two first lines are JSON lines rather than the start of one document.
 * @throws AppError TRACE_JSON_INVALID where they are neither
 */
function areLines(first: TraceLine, second: TraceLine | null): boolean {
  if (second === null) {
    if (first.tooLong !== null)
      throw new AppError('TRACE_TOO_LARGE', 'the file is one JSON document that is too large');
    return false;
  }
  if (first.tooLong !== null) return true;
  const isContainer = (line: TraceLine) => /^\s*[{[]/.test(line.text);
  const scan = scanJson(first.text, 0, true);
  if (scan.status === 'complete' && first.text.slice(scan.end).trim() === '') return true;
  // Values one behind the other on a line are left to the document reader.
  if (scan.status === 'complete' && isContainer(first)) return false;
  const text = joinLines(first, second);
  if (scan.status !== 'complete' && scanJson(text, 0, true).status !== 'invalid') return false;
  // The first line is broken; the second says whether the file has lines at all.
  if (isContainer(second) && scanJson(second.text, 0, true).status === 'complete') return true;
  throw jsonError(text);
}

function jsonError(text: string): AppError {
  try {
    parseJson(text);
  } catch (error) {
    if (AppError.isInstance(error)) return notJson(error, text);
    throw error;
  }
  return new AppError('TRACE_JSON_INVALID', 'not valid JSON');
}

/** The text that two lines were cut from, with the blank lines before them, so that places stay true. */
function joinLines(first: TraceLine, second: TraceLine | null): string {
  const start = '\n'.repeat(first.number - 1) + first.text + (first.ended ? '\n' : '');
  if (second === null) return start;
  return start + '\n'.repeat(second.number - first.number - 1) + second.text + (second.ended ? '\n' : '');
}

function* linesOf(text: string): Generator<TraceLine, undefined, undefined> {
  let number = 0;
  for (let start = 0; start < text.length; ) {
    const feed = text.indexOf('\n', start);
    const line = text.slice(start, feed === -1 ? text.length : feed);
    number++;
    start = feed === -1 ? text.length : feed + 1;
    if (line.trim() !== '') yield { number, text: line, replaced: 0, ended: feed !== -1, tooLong: null };
  }
}
