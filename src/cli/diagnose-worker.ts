import { Tinypool } from 'tinypool';
import { type DiagnoseOptions, diagnoseInput } from './diagnose/diagnose-input.ts';
import { createDiagnoser } from './diagnose/diagnoser.ts';
import type { ExtraChecks } from './diagnose/extra-checks.ts';
import { type PackedOutcome, type PackOptions, packOutcome } from './diagnose/pack-outcome.ts';
import type { Input } from './inputs.ts';
import { readInput } from './read-input.ts';

/** Work for one thread: a file, and what is wanted of it. */
export interface WorkerTask {
  readonly input: Input;
  readonly options: DiagnoseOptions;
  readonly pack: PackOptions;
}

/** One for all files of this thread: its sandboxes start once. What runs are held against came with the thread. */
const diagnoser = await createDiagnoser((Tinypool.workerData as ExtraChecks | null | undefined) ?? null);

/** Diagnoses one file in a worker thread. */
export default async function diagnoseFile({ input, options, pack }: WorkerTask): Promise<readonly PackedOutcome[]> {
  const packed: PackedOutcome[] = [];
  const now = () => performance.now();
  for await (const outcome of diagnoseInput(input.uri, readInput(input, null), options, now, diagnoser)) {
    packed.push(packOutcome(outcome, pack));
  }
  return packed;
}

/** Called before the thread ends. */
export const close = (): Promise<void> => diagnoser.close();
