import { AppError } from '../../base/errors.ts';
import { placeAt } from '../../base/json.ts';
import { parsePythonJson } from '../../base/parse-python-json.ts';
import { err } from '../../base/result.ts';
import type { ParseContext } from '../format.ts';
import { detectDocument } from './detect-format.ts';
import { parseDocument } from './parse-document.ts';
import { placed } from './placed-error.ts';
import { type ReadNote, type TraceResult, withNotes } from './read-note.ts';
import { salvageJson } from './salvage-json.ts';

/**
 * Reads a JSON document that ends in the middle: the complete elements of the list that was cut are kept, and the
 * coverage says so. Null where nothing that is a trace is left; the error is then the JSON's own. `from` is where the
 * document starts in the text.
 */
export function parseCut(text: string, context: ParseContext, code: string, from = 0): readonly TraceResult[] | null {
  const salvage = salvageJson(from === 0 ? text : text.slice(from));
  if (salvage === null) return null;
  const { value } = parsePythonJson(salvage.text);
  const { line, column } = placeAt(text, from + salvage.lostFrom);
  const place = context.recordRef.startsWith('line:') ? `column ${column}` : `line ${line}, column ${column}`;
  const note: ReadNote = {
    code,
    message: `the text ends in the middle of a value; what stands before ${place} was kept`,
    count: 1,
    firstRef: context.recordRef === '' ? null : context.recordRef,
    loses: true,
  };
  const { cutElement } = salvage;
  const elements: readonly unknown[] = Array.isArray(value) ? value : [];
  if (cutElement !== null && detectDocument(elements.at(-1)) !== null) {
    // A list of whole trajectories: those before the cut lost nothing.
    const inner = { ...context, recordRef: `${context.recordRef}/${cutElement.index}` };
    const error = new AppError('TRACE_JSON_INVALID', 'JSON ends in the middle of this trajectory');
    const last = parseCut(text, inner, code, from + cutElement.start) ?? [err(placed(error, inner))];
    return [...parseDocument(value, context), ...last];
  }
  if (detectDocument(value) === null) return null;
  const results = parseDocument(value, context);
  return results.map((result, index) => (index === results.length - 1 ? withNotes(result, [note]) : result));
}
