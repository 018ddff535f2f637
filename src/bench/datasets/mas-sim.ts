import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { own, ownString } from '../../base/json.ts';
import { categoryOf } from '../../taxonomy/category-names.ts';
import type { Dataset, LabelledRun } from './dataset.ts';
import { readJson, readRuns } from './read-runs.ts';

export const masSim: Dataset = {
  id: 'mas-sim',
  title: 'MAS-SIM',
  licence: 'MIT',
  /** Labels are 1-based over the IR’s steps. */
  load(folder) {
    const runs: LabelledRun[] = [];
    const skipped: string[] = [];
    const path = join(folder, 'mas-sim/trajectory_agentrx');
    for (const name of readdirSync(path)
      .filter((file) => file.endsWith('.json'))
      .sort()) {
      const id = name.replace(/\.json$/, '');
      const truth = readJson(join(folder, 'mas-sim/ground_truth', `${id}.ground_truth.json`));
      const trajectory = readRuns(join(path, name))[0];
      const position = Number(own(truth, 'critical_failure_step')) - 1;
      if (trajectory === undefined || trajectory.steps[position] === undefined) {
        skipped.push(name);
        continue;
      }
      const category = categoryOf(ownString(truth, 'failure_category'));
      const agent = ownString(truth, 'failed_component');
      // The same question under another injected fault is another file: the part before the first underscore names it.
      const group = `mas-sim:${id.split('_')[0] ?? id}`;
      runs.push({
        dataset: 'mas-sim',
        group,
        trajectory,
        label: { position, category, agent },
        failures: [{ position, category }],
      });
    }
    return { runs, skipped };
  },
};
