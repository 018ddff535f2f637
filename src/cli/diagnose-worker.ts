import { getEnvironmentData } from 'node:worker_threads';
import { type DiagnoseOptions, diagnoseInput } from './diagnose/diagnose-input.ts';
import { CHECKS_KEY, createDiagnoser, type Diagnoser, type ExtraChecks } from './diagnose/extra-checks.ts';
import { type PackedOutcome, type PackOptions, packOutcome } from './diagnose/pack-outcome.ts';
import type { Input } from './inputs.ts';
import { readInput } from './read-input.ts';

/** Work for one thread: a file, and what is wanted of it. */
export interface WorkerTask {
  readonly input: Input;
  readonly options: DiagnoseOptions;
  readonly pack: PackOptions;
}

let made: Diagnoser | null = null;

/** The diagnoser of this thread; it ends with the thread. */
function diagnoser(): Diagnoser {
  made ??= createDiagnoser((getEnvironmentData(CHECKS_KEY) ?? null) as ExtraChecks | null);
  return made;
}

/** Diagnoses one file in a worker thread. */
export default async function diagnoseFile({ input, options, pack }: WorkerTask): Promise<readonly PackedOutcome[]> {
  const packed: PackedOutcome[] = [];
  for await (const outcome of diagnoseInput(
    input.uri,
    readInput(input, null),
    options,
    () => performance.now(),
    diagnoser(),
  )) {
    packed.push(packOutcome(outcome, pack));
  }
  return packed;
}
