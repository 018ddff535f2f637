import type { Dataset } from '../bench/datasets/dataset.ts';
import { DATASETS } from '../bench/datasets/index.ts';
import { type PreparedRun, prepareRun } from './prepare-runs.ts';

/** Every labelled run under a data folder, with the features of its steps. */
export function loadPrepared(folder: string): {
  readonly prepared: readonly PreparedRun[];
  readonly skipped: readonly string[];
} {
  const prepared: PreparedRun[] = [];
  const skipped: string[] = [];
  for (const dataset of Object.values(DATASETS) as Dataset[]) {
    const loaded = dataset.load(folder);
    for (const run of loaded.runs) prepared.push(prepareRun(run));
    skipped.push(...loaded.skipped.map((id) => `${dataset.id}: ${id}`));
  }
  return { prepared, skipped };
}
