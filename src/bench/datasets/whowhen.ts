import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ownString } from '../../base/json.ts';
import type { Dataset, LabelledRun } from './dataset.ts';
import { readJson, readRuns } from './read-runs.ts';

const whoWhen = (id: string, title: string, part: string): Dataset => ({
  id,
  title,
  licence: 'MIT (ag2ai/Agents_Failure_Attribution)',
  /** Labels are 0-based over `history`. */
  load(folder) {
    const runs: LabelledRun[] = [];
    const skipped: string[] = [];
    const path = join(folder, 'whowhen/Who&When', part);
    for (const name of readdirSync(path)
      .filter((file) => file.endsWith('.json'))
      .sort()) {
      const label = readJson(join(path, name));
      const trajectory = readRuns(join(path, name))[0];
      const position = Number(ownString(label, 'mistake_step'));
      if (trajectory === undefined || trajectory.steps[position] === undefined) {
        skipped.push(name);
        continue;
      }
      const group = ownString(label, 'question_ID') ?? name;
      const place = { position, category: null };
      runs.push({
        dataset: id,
        group,
        trajectory,
        label: { ...place, agent: ownString(label, 'mistake_agent') },
        failures: [place],
      });
    }
    return { runs, skipped };
  },
});

export const whoWhenAlgorithm = whoWhen('whowhen-ag', 'Who&When, algorithm-generated', 'Algorithm-Generated');
export const whoWhenHand = whoWhen('whowhen-hc', 'Who&When, hand-crafted', 'Hand-Crafted');
