import { agentrxMagentic, agentrxTau } from '../datasets/agentrx.ts';
import type { Dataset } from '../datasets/dataset.ts';
import { masSim } from '../datasets/mas-sim.ts';
import { agentErrorBench } from './agent-error-bench.ts';
import type { KindDataset } from './kind-labelled-run.ts';
import { trail } from './trail.ts';

/** Sets whose labels name our categories say nothing of modes. */
const byCategory = ({ id, title, licence, load }: Dataset): KindDataset => ({
  id,
  title,
  licence,
  load(folder) {
    const { runs, skipped } = load(folder);
    return {
      skipped,
      runs: runs.map(({ dataset, trajectory, failures }) => ({
        dataset,
        trajectory,
        labels: failures.map(({ position, category }) => ({
          position,
          categories: category === null ? [] : [category],
          modes: [],
        })),
      })),
    };
  },
});

/** The data sets whose labels say of which kind each failure is, by id. */
export const KIND_DATASETS = {
  'agentrx-tau': byCategory(agentrxTau),
  'agentrx-magentic': byCategory(agentrxMagentic),
  'mas-sim': byCategory(masSim),
  trail,
  'agent-error-bench': agentErrorBench,
} as const satisfies Record<string, KindDataset>;
