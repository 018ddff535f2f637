import { type DiagnoseOptions, diagnoseInput } from './diagnose/diagnose-input.ts';
import { type PackedOutcome, type PackOptions, packOutcome } from './diagnose/pack-outcome.ts';
import type { Input } from './inputs.ts';
import { readInput } from './read-input.ts';

/** Work for one thread: a file, and what is wanted of it. */
export interface WorkerTask {
  readonly input: Input;
  readonly options: DiagnoseOptions;
  readonly pack: PackOptions;
}

/** Diagnoses one file in a worker thread. */
export default async function diagnoseFile({ input, options, pack }: WorkerTask): Promise<readonly PackedOutcome[]> {
  const packed: PackedOutcome[] = [];
  for await (const outcome of diagnoseInput(input.uri, readInput(input, null), options, () => performance.now())) {
    packed.push(packOutcome(outcome, pack));
  }
  return packed;
}
