import { AppError } from '../../base/errors.ts';
import { ownString } from '../../base/json.ts';
import { mapAhead } from '../../base/map-ahead.ts';
import type { MarkerName } from '../../contracts/judgment.ts';
import type { Run } from '../../contracts/run.ts';
import type { TraceResult } from '../../formats/read-trace.ts';
import type { Diagnoser } from './diagnoser.ts';

/** What a diagnosis depends on besides the trace; plain data, so that it can be sent to a worker. */
export interface DiagnoseOptions {
  readonly target: MarkerName;
  readonly outcome: 'trace' | 'failed' | 'succeeded';
  readonly reference: boolean;
  /** Diagnose only the trajectories of this id; null = all. */
  readonly only: string | null;
}

/** An error as plain data. */
export interface ReadError {
  readonly code: string;
  readonly message: string;
  readonly hint: string;
  readonly exitCode: 2 | 3;
  readonly uri: string;
  readonly format: string | null;
  /** Of an unexpected error, for those who look for its cause. */
  readonly stack: string | null;
}

export type Outcome =
  | { readonly kind: 'run'; readonly run: Run }
  | { readonly kind: 'error'; readonly error: ReadError }
  /** A trajectory that was not asked for. */
  | { readonly kind: 'passed-over'; readonly id: string };

/** Diagnoses every trajectory of one input as it is read. Whatever goes wrong becomes an outcome in its place. */
export async function* diagnoseInput(
  uri: string,
  results: AsyncIterable<TraceResult>,
  { target, outcome, reference, only }: DiagnoseOptions,
  now: () => number,
  diagnoser: Diagnoser,
): AsyncGenerator<Outcome, void, undefined> {
  try {
    yield* mapAhead(results, diagnoser.atOnce, outcomeOf);
  } catch (error) {
    yield { kind: 'error', error: asReadError(error, uri) };
  }

  async function outcomeOf(result: TraceResult): Promise<Outcome> {
    if (!result.ok) {
      return { kind: 'error', error: asReadError(result.error, ownString(result.error.details, 'uri') ?? uri) };
    }
    if (only !== null && result.value.id !== only) return { kind: 'passed-over', id: result.value.id };
    try {
      return { kind: 'run', run: await diagnoser.run(result.value, { target, outcome, reference, now }) };
    } catch (error) {
      return { kind: 'error', error: asReadError(error, uri, result.value.source.format) };
    }
  }
}

/** Any error as data; one that was not foreseen is INTERNAL. */
export function asReadError(error: unknown, uri: string, format: string | null = null): ReadError {
  if (AppError.isInstance(error)) {
    const { code, message, hint, exitCode, details } = error;
    const named = typeof details.format === 'string' ? details.format : format;
    return { code, message, hint, exitCode, uri, format: named, stack: null };
  }
  const internal = new AppError('INTERNAL', error instanceof Error ? error.message : String(error));
  const stack = error instanceof Error ? (error.stack ?? null) : null;
  return { code: internal.code, message: internal.message, hint: internal.hint, exitCode: 3, uri, format, stack };
}
