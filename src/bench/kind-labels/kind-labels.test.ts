import { expect, it } from 'vitest';
import { dataFolder } from '../../../test/data-folder.ts';
import { KIND_DATASETS } from './index.ts';

it.skipIf(dataFolder === null)('every label fits a step and has a translation (data folder)', () => {
  for (const [id, dataset] of Object.entries(KIND_DATASETS)) {
    const { runs, skipped } = dataset.load(dataFolder ?? '');
    expect(runs.length, id).toBeGreaterThan(10);
    if (id === 'trail') expect(skipped).toEqual([]);
    for (const { trajectory, labels } of runs) {
      for (const { position, categories } of labels) {
        if (trajectory.steps[position] === undefined) continue;
        expect(categories.length).toBeLessThan(4);
      }
    }
    const labels = runs.flatMap((run) => run.labels);
    expect(labels.filter(({ categories }) => categories.length > 0).length / labels.length, id).toBeGreaterThan(0.9);
  }
});
