import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { own, ownArray, ownString } from '../../base/json.ts';
import { translate } from '../../taxonomy/crosswalk.ts';
import { readJson, readRuns } from '../datasets/read-runs.ts';
import type { KindDataset, KindLabel, KindLabelledRun } from './kind-labelled-run.ts';

const MODULES = ['memory', 'reflection', 'planning', 'action', 'system'] as const;

/** Labels count the agent's own steps from 1. */
export const agentErrorBench: KindDataset = {
  id: 'agent-error-bench',
  title: 'AgentErrorBench, GAIA part',
  licence: 'MIT',
  load(folder) {
    const runs: KindLabelledRun[] = [];
    const skipped: string[] = [];
    const truth = readJson(join(folder, 'agenterrorbench/gaia_labels.json'));
    for (const label of Array.isArray(truth) ? truth : []) {
      const id = ownString(label, 'trajectory_id') ?? '';
      const path = join(folder, 'agenterrorbench/GAIA', `${id}.json`);
      const trajectory = existsSync(path) ? readRuns(path)[0] : undefined;
      if (trajectory === undefined) {
        skipped.push(id);
        continue;
      }
      const acts = trajectory.steps.filter(({ role }) => role === 'agent');
      const labels: KindLabel[] = [];
      for (const { step, type } of typesIn(label)) {
        const position = acts[step - 1]?.position;
        const kind = translate('agent-error', type);
        if (position === undefined || kind === null) skipped.push(`${id}: ${type}`);
        else labels.push({ position, categories: kind.categories, modes: kind.modes });
      }
      runs.push({ dataset: 'agent-error-bench', trajectory, labels });
    }
    return { runs, skipped };
  },
};

function typesIn(label: unknown): readonly { readonly step: number; readonly type: string }[] {
  return (ownArray(label, 'step_annotations') ?? []).flatMap((annotation) =>
    MODULES.flatMap((module) => {
      const type = ownString(own(annotation, module), 'failure_type');
      return type === null ? [] : [{ step: Number(own(annotation, 'step')), type: `${module}/${type}` }];
    }),
  );
}
