import { AppError } from '../base/errors.ts';
import { parseJson } from '../base/json.ts';
import { err, ok, type Result } from '../base/result.ts';
import type { Trajectory } from '../contracts/trajectory.ts';
import type { ParseContext, TraceFormat } from './format.ts';
import { FORMATS } from './index.ts';

export type TraceResult = Result<Trajectory, AppError>;

/** The format that a document is of, by content alone; null where none fits. */
export function detectFormat(document: unknown): TraceFormat | null {
  let best: { format: TraceFormat; confidence: number } | null = null;
  for (const format of Object.values(FORMATS) as TraceFormat[]) {
    const confidence = format.detect(document);
    if (confidence > 0 && (best === null || confidence > best.confidence)) best = { format, confidence };
  }
  return best?.format ?? null;
}

/** Reads one JSON document: every trajectory in it, or one error. */
export function parseDocument(document: unknown, context: ParseContext): readonly TraceResult[] {
  const format = detectFormat(document);
  if (format === null) return [err(new AppError('TRACE_FORMAT_UNKNOWN', 'no trace format fits the content'))];
  try {
    return format.parse(document, context).map(ok);
  } catch (error) {
    if (AppError.isInstance(error)) return [err(error)];
    throw error;
  }
}

/** Reads the text of a trace file: a JSON document or JSON lines. */
export function parseTrace(text: string, uri: string | null = null): readonly TraceResult[] {
  try {
    return parseDocument(parseJson(text), { uri, recordRef: '' });
  } catch (error) {
    if (AppError.isInstance(error)) return [err(error)];
    throw error;
  }
}
