import { isRecord, type JsonValue, stableStringify } from '../../base/json.ts';
import { fence } from '../../prompting/fence.ts';

/**
 * Names under which traces keep what a right outcome looks like. Labels (which step, which agent, which failure) stand
 * beside them and are never shown to a judge, so names are listed and not ruled out.
 */
const REFERENCES = new Set([
  'groundtruth',
  'answer',
  'finalanswer',
  'correctanswer',
  'referenceanswer',
  'reference',
  'expected',
  'expectedoutput',
  'expectedanswer',
  'target',
  'outputs',
  'actions',
  'instruction',
]);
const MAX_REFERENCE = 20_000;

/** The reference answers of a run; null where its gold holds none. */
export function referenceOf(gold: JsonValue): string | null {
  const lines = linesOf(gold, 3);
  if (lines.length === 0) return null;
  const text = lines.join('\n');
  return text.length <= MAX_REFERENCE ? text : `${text.slice(0, MAX_REFERENCE)}\n(the rest is left out)`;
}

function linesOf(gold: JsonValue, depth: number): readonly string[] {
  if (!isRecord(gold) || depth === 0) return [];
  return Object.entries(gold).flatMap(([key, value]) => {
    if (!REFERENCES.has(key.toLowerCase().replace(/[^a-z]/g, '')) || value === null || value === '') return [];
    // Under a name that fits, labels may stand as well.
    if (isRecord(value)) return linesOf(value as JsonValue, depth - 1);
    return [`${key}: ${typeof value === 'string' ? value : stableStringify(value)}`];
  });
}

/** The reference, fenced; always there where it is asked for, so that what is asked does not depend on the run. */
export const referenceBlock = (gold: JsonValue): string =>
  `The reference for this task:\n${fence('reference', referenceOf(gold) ?? '(the trace holds none)')}`;
