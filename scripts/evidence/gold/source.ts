import { AppError } from '../../../src/base/errors.ts';
import { isRecord } from '../../../src/base/json.ts';
import type { Trajectory } from '../../../src/contracts/trajectory.ts';
import type { TraceResult } from '../../../src/formats/read-trace.ts';

/** Reads the text of a trace. Given from outside, so that the check itself can be tested with a reader that leaks. */
export type ReadTrace = (text: string) => readonly TraceResult[];

/** The values of a trace file: one for a JSON document, one a line for JSON lines. */
export interface Source {
  readonly values: readonly unknown[];
  readonly text: (values: readonly unknown[]) => string;
  readonly read: ReadTrace;
}

const document: Source['text'] = (values) => JSON.stringify(values[0]);
const lines: Source['text'] = (values) => values.map((value) => `${JSON.stringify(value)}\n`).join('');

/** Null where the text is neither JSON nor JSON lines. */
export function readSource(text: string, read: ReadTrace): Source | null {
  const whole = parsed(text);
  if (whole !== undefined) return { values: [whole], text: document, read };
  const values = text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map(parsed);
  return values.length > 1 && values.every((value) => value !== undefined) ? { values, text: lines, read } : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** The trajectories of a source that can be read; null where there are none. */
export function trajectoriesOf(source: Source, values = source.values): readonly Trajectory[] | null {
  try {
    const found = source.read(source.text(values)).flatMap((result) => (result.ok ? [result.value] : []));
    return found.length > 0 ? found : null;
  } catch (error) {
    if (AppError.isInstance(error)) return null;
    throw error;
  }
}

/**
 * The source cut into parts that can be read by themselves, so that one label at a time can be altered in a file of
 * many runs: the elements of a list, or the lines of a file, where each is one trajectory.
 */
export function partsOf(source: Source): readonly Source[] {
  const all = trajectoriesOf(source);
  const only = source.values[0];
  const values = source.values.length > 1 ? source.values : Array.isArray(only) ? only.map((value) => [value]) : [];
  const pieces = values.map((value): Source => ({ values: [value], text: document, read: source.read }));
  const separable =
    pieces.length > 1 &&
    pieces.length === (all?.length ?? 0) &&
    pieces.every((piece) => isRecord(piece.values[0]) || Array.isArray(piece.values[0])) &&
    pieces.every((piece) => trajectoriesOf(piece)?.length === 1);
  return separable ? pieces : [source];
}
