import { AppError } from '../../base/errors.ts';
import { type ParsedJson, parsePythonJson } from '../../base/parse-python-json.ts';
import { err } from '../../base/result.ts';
import { scanJson } from '../../base/scan-json.ts';
import { excerpt, visibleText } from '../../base/text.ts';
import type { ParseContext } from '../format.ts';
import { detectDocument } from './detect-format.ts';
import { LinesParser } from './lines-parser.ts';
import { parseCut } from './parse-cut.ts';
import { parseDocument } from './parse-document.ts';
import { placed } from './placed-error.ts';
import type { ReadLimits } from './read-limits.ts';
import { type TraceResult, textNotes, withNotes } from './read-note.ts';

/** Reads text that is one JSON document, several of them one behind the other, or the start of one. */
export function parseText(text: string, uri: string | null, limits: ReadLimits, replaced = 0): readonly TraceResult[] {
  const context: ParseContext = { uri, recordRef: '' };
  if (text.trim() === '')
    return [err(placed(new AppError('TRACE_EMPTY', 'the file holds nothing but white space'), context))];
  let parsed: ParsedJson;
  try {
    parsed = parsePythonJson(text);
  } catch (error) {
    if (!AppError.isInstance(error)) throw error;
    return afterJsonError(error, text, context, limits).map((result) =>
      withNotes(result, textNotes(replaced, 0, null)),
    );
  }
  const notes = textNotes(replaced, parsed.nonFinite, null);
  const results = detectDocument(parsed.value) === null ? asOnlyLine(text, parsed.value, context, limits) : null;
  return (results ?? parseDocument(parsed.value, context)).map((result) => withNotes(result, notes));
}

/** A session of a single line; null where it is none. */
function asOnlyLine(
  text: string,
  value: unknown,
  context: ParseContext,
  limits: ReadLimits,
): readonly TraceResult[] | null {
  if (Array.isArray(value)) return null;
  const parser = new LinesParser(context.uri, limits);
  const results = [...parser.push({ number: 1, text, replaced: 0, ended: true, tooLong: null }), ...parser.end()];
  return results.some((result) => result.ok) ? results : null;
}

function afterJsonError(
  error: AppError,
  text: string,
  context: ParseContext,
  limits: ReadLimits,
): readonly TraceResult[] {
  if (error.code !== 'TRACE_JSON_INVALID') return [err(placed(error, context))];
  const scan = scanJson(text, 0, true);
  if (scan.status === 'complete' && /^\s*[{[]/.test(text)) return parseConcatenated(text, context.uri, limits);
  if (scan.status === 'cut') return parseCut(text, context, 'TRACE_TRUNCATED') ?? [err(placed(error, context))];
  return [err(placed(notJson(error, text), context))];
}

/** Says how text that is no JSON at all begins, so that a wrong file is recognised. */
export function notJson(error: AppError, text: string): AppError {
  if (/^\s*[{[]/.test(text.slice(0, 1000))) return error;
  const start = excerpt(visibleText(text.slice(0, 400)), 40);
  return new AppError(error.code, `${error.message}: it starts with "${start}"`, {
    cause: error,
    details: error.details,
  });
}

/** JSON values one behind the other, such as pretty-printed records: each is taken as a line. */
function parseConcatenated(text: string, uri: string | null, limits: ReadLimits): readonly TraceResult[] {
  const parser = new LinesParser(uri, limits);
  const results: TraceResult[] = [];
  let number = 1;
  let counted = 0;
  let offset = 0;
  while (offset < text.length) {
    const begin = offset + (/\S/.exec(text.slice(offset, offset + 1000))?.index ?? 0);
    for (let feed = text.indexOf('\n', counted); feed !== -1 && feed < begin; feed = text.indexOf('\n', counted)) {
      number++;
      counted = feed + 1;
    }
    const scan = scanJson(text, begin, true);
    const end = scan.status === 'complete' ? scan.end : text.length;
    const piece = text.slice(begin, end);
    if (piece.trim() === '') break;
    for (const result of parser.push({ number, text: piece, replaced: 0, ended: end < text.length, tooLong: null }))
      results.push(result);
    offset = end;
  }
  for (const result of parser.end()) results.push(result);
  return results;
}
