import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { own, ownArray, ownString } from '../../base/json.ts';
import type { Trajectory } from '../../contracts/trajectory.ts';
import { categoryOf } from '../../taxonomy/category-names.ts';
import type { Dataset, LabelledRun } from './dataset.ts';
import { readJson, readRuns } from './read-runs.ts';

const about = { licence: 'MIT (microsoft/AgentRx)' };

export const agentrxTau: Dataset = {
  ...about,
  id: 'agentrx-tau',
  title: 'AgentRx, tau-bench retail',
  load(folder) {
    const file = join(folder, 'agentrx/tau_retail/tau_dataset_failed.json');
    const byTask = new Map(readRuns(file).map((run) => [String(run.metadata.taskId ?? run.id), run]));
    return joinLabels('agentrx-tau', join(folder, 'agentrx/ground_truth/tau_ground_truth.json'), (id) =>
      byTask.get(id),
    );
  },
};

export const agentrxMagentic: Dataset = {
  ...about,
  id: 'agentrx-magentic',
  title: 'AgentRx, Magentic-One',
  load(folder) {
    const runs = join(folder, 'agentrx/magentic_dataset');
    const known = new Set(readdirSync(runs));
    return joinLabels('agentrx-magentic', join(folder, 'agentrx/ground_truth/magentic_one_ground_truth.json'), (id) =>
      known.has(`${id}.json`) && existsSync(join(runs, `${id}.json`))
        ? readRuns(join(runs, `${id}.json`))[0]
        : undefined,
    );
  },
};

/** Labels are 1-based over the messages. Ids of failures are numbers, or strings of them. */
function joinLabels(
  dataset: string,
  labels: string,
  find: (id: string) => Trajectory | undefined,
): ReturnType<Dataset['load']> {
  const runs: LabelledRun[] = [];
  const skipped: string[] = [];
  const truth = readJson(labels);
  for (const label of Array.isArray(truth) ? truth : []) {
    const id = String(own(label, 'trajectory_id'));
    const trajectory = find(id);
    const failures = (ownArray(label, 'failures') ?? []).map((failure) => ({
      id: String(own(failure, 'failure_id')),
      position: Number(own(failure, 'step_number')) - 1,
      category: categoryOf(own(failure, 'failure_category')),
      agent: ownString(failure, 'failed_agent'),
    }));
    const rootId = String(own(own(label, 'root_cause'), 'failure_id'));
    const root = failures.find((failure) => failure.id === rootId);
    if (trajectory === undefined || root === undefined || trajectory.steps[root.position] === undefined) {
      skipped.push(id);
      continue;
    }
    const { position, category, agent } = root;
    runs.push({
      dataset,
      group: `${dataset === 'agentrx-tau' ? 'tau:' : ''}${id}`,
      trajectory,
      label: { position, category, agent },
      failures,
    });
  }
  return { runs, skipped };
}
