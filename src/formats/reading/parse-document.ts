import { AppError } from '../../base/errors.ts';
import { err, ok } from '../../base/result.ts';
import type { ParseContext, TraceFormat } from '../format.ts';
import { detectDocument } from './detect-format.ts';
import { placed } from './placed-error.ts';
import type { TraceResult } from './read-note.ts';
import { setApart } from './set-apart.ts';
import { unknownFormat } from './unknown-format.ts';

/** Reads one JSON document: every trajectory in it, or an error in the place of each that could not be read. */
export function parseDocument(document: unknown, context: ParseContext): readonly TraceResult[] {
  const format = detectDocument(document)?.format ?? null;
  if (format === null) return parseElements(document, context) ?? [err(unknownFormat(document, context))];
  const whole = parseWhole(format, document, context);
  const readCount = (results: readonly TraceResult[]) => results.filter((result) => result.ok).length;
  if (readCount(whole) === whole.length) return whole;
  // A list may hold trajectories of several formats.
  const single = parseElements(document, context);
  return single !== null && readCount(single) > readCount(whole) ? single : whole;
}

/** One format's reading of a document, with the traces of other formats that a list holds beside it. */
function parseWhole(format: TraceFormat, document: unknown, context: ParseContext): readonly TraceResult[] {
  if (!Array.isArray(document)) return parseWith(format, document, context);
  const elements: readonly unknown[] = document;
  const { together, apart } = setApart(format, elements);
  const others = [...apart].map((index) =>
    parseDocument(elements[index], { ...context, recordRef: `${context.recordRef}/${index}` }),
  );
  return [...parseWith(format, together, context), ...others.flat()];
}

/** One format's reading of a document: its trajectories, with an error in the place of each record it could not read. */
export function parseWith(format: TraceFormat, document: unknown, context: ParseContext): readonly TraceResult[] {
  const unread = new Map<number, TraceResult[]>();
  const onUnreadable = (error: AppError, pointer: string, readBefore: number): void => {
    const result = err(placed(error, { ...context, recordRef: `${context.recordRef}${pointer}` }, format.id));
    const others = unread.get(readBefore);
    if (others === undefined) unread.set(readBefore, [result]);
    else others.push(result);
  };
  try {
    const trajectories = format.parse(document, { ...context, onUnreadable });
    if (unread.size === 0) return trajectories.map(ok);
    return [
      ...trajectories.flatMap((trajectory, index) => [...(unread.get(index) ?? []), ok(trajectory)]),
      ...(unread.get(trajectories.length) ?? []),
    ];
  } catch (error) {
    if (!AppError.isInstance(error)) throw error;
    return [err(placed(error, context, format.id))];
  }
}

/** A list whose elements are documents themselves, read one by one so that a bad one costs only itself. */
function parseElements(document: unknown, context: ParseContext): readonly TraceResult[] | null {
  if (!Array.isArray(document)) return null;
  const elements: readonly unknown[] = document;
  if (!elements.slice(0, 50).some((element) => detectDocument(element) !== null)) return null;
  return elements.flatMap((element, index) => {
    const place = { ...context, recordRef: `${context.recordRef}/${index}` };
    const format = detectDocument(element)?.format;
    return format === undefined ? [err(unknownFormat(element, place))] : parseWith(format, element, place);
  });
}
