import { AppError } from '../base/errors.ts';
import { isRecord, own } from '../base/json.ts';
import type { Run } from '../contracts/run.ts';
import { type Trajectory, trajectorySchema } from '../contracts/trajectory.ts';
import { parseDocument, parseTrace, type TraceResult } from '../formats/read-trace.ts';
import { type PipelineOptions, runPipeline } from './run-pipeline.ts';

export interface DiagnoseOptions extends PipelineOptions {
  /** File or URL, for the trajectories' `source`. */
  readonly uri?: string | null;
  /**
   * Hears of each trajectory that could not be read, in its place; the others are diagnosed. Where it is left out, the
   * first such error is thrown.
   */
  readonly onError?: (error: AppError) => void;
}

/**
 * Diagnoses every trajectory of an input: the text of a trace file (JSON or JSON lines), parsed JSON, or a Trajectory.
 * One Run for each, in order; its `diagnosis` is the answer. No input or output, no clock, no key: the same input
 * gives the same Runs.
 * @throws AppError where a trajectory cannot be read and no `onError` is given
 */
export function diagnose(input: unknown, { uri = null, onError, ...options }: DiagnoseOptions = {}): Run[] {
  return readInput(input, uri).flatMap((result) => {
    if (result.ok) return [runPipeline(result.value, options)];
    if (onError === undefined) throw result.error;
    onError(result.error);
    return [];
  });
}

/** The trajectories of an input: the text of a trace file, parsed JSON, or a Trajectory. */
export function readInput(input: unknown, uri: string | null): readonly TraceResult[] {
  if (typeof input === 'string') return parseTrace(input, uri);
  if (isTrajectory(input)) return [{ ok: true, value: input }];
  return parseDocument(input, { uri, recordRef: '' });
}

/** @throws AppError ARTIFACT_INVALID where it says it is a Trajectory and is none */
function isTrajectory(value: unknown): value is Trajectory {
  if (!isRecord(value) || own(value, 'kind') !== 'trajectory' || own(value, 'schemaVersion') !== 1) return false;
  const parsed = trajectorySchema.safeParse(value);
  if (parsed.success) return true;
  const issue = parsed.error.issues[0];
  throw new AppError('ARTIFACT_INVALID', `trajectory: /${issue?.path.join('/') ?? ''}: ${issue?.message ?? 'invalid'}`);
}
