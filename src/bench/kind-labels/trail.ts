import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ownArray, ownString } from '../../base/json.ts';
import { translate } from '../../taxonomy/crosswalk.ts';
import { readJson, readRuns } from '../datasets/read-runs.ts';
import type { KindDataset, KindLabel, KindLabelledRun } from './kind-labelled-run.ts';

const PARTS = [
  ['GAIA', 'annotations_gaia'],
  ['SWE_Bench', 'annotations_swe_bench'],
] as const;

/** Labels name the span, whose id is the step's. */
export const trail: KindDataset = {
  id: 'trail',
  title: 'TRAIL',
  licence: 'MIT',
  load(folder) {
    const runs: KindLabelledRun[] = [];
    const skipped: string[] = [];
    for (const [traces, annotations] of PARTS) {
      for (const file of readdirSync(join(folder, 'trail', traces)).sort()) {
        const trajectory = readRuns(join(folder, 'trail', traces, file))[0];
        if (trajectory === undefined) continue;
        const positions = new Map(trajectory.steps.map(({ id, position }) => [id, position]));
        const labels: KindLabel[] = [];
        for (const error of ownArray(readJson(join(folder, 'trail', annotations, file)), 'errors') ?? []) {
          const position = positions.get(ownString(error, 'location') ?? '');
          const kind = translate('trail', ownString(error, 'category') ?? '');
          if (position === undefined || kind === null) skipped.push(`${file}: ${ownString(error, 'category')}`);
          else labels.push({ position, categories: kind.categories, modes: kind.modes });
        }
        runs.push({ dataset: 'trail', trajectory, labels });
      }
    }
    return { runs, skipped };
  },
};
