import type { FeatureFamily, FeatureRow } from './feature.ts';
import { provenanceFeatures } from './provenance.ts';
import type { RunView } from './run-view.ts';
import { structureFeatures } from './structure.ts';
import { textFeatures } from './text.ts';
import { observationFeatures, violationFeatures } from './violations.ts';

const FAMILIES: readonly FeatureFamily[] = [
  structureFeatures,
  violationFeatures,
  observationFeatures,
  provenanceFeatures,
  textFeatures,
];

/** Gives the features of any step of a run by its position. Linear in the number of steps over all of them. */
export function featureReader(view: RunView): (position: number) => FeatureRow {
  const readers = FAMILIES.map((family) => family(view));
  return (position) => {
    const row: FeatureRow = new Map();
    const step = view.steps[position];
    if (step !== undefined) for (const read of readers) read(row, step, position);
    return row;
  };
}
export type { FeatureRow } from './feature.ts';
