import { agentrxMagentic, agentrxTau } from './agentrx.ts';
import type { Dataset } from './dataset.ts';
import { masSim } from './mas-sim.ts';
import { whoWhenAlgorithm, whoWhenHand } from './whowhen.ts';

/** The labelled data sets that can be read, by id. */
export const DATASETS = {
  'agentrx-tau': agentrxTau,
  'agentrx-magentic': agentrxMagentic,
  'whowhen-ag': whoWhenAlgorithm,
  'whowhen-hc': whoWhenHand,
  'mas-sim': masSim,
} as const satisfies Record<string, Dataset>;
