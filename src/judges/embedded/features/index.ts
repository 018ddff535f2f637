import type { FeatureRow } from './feature.ts';

import { provenanceFeatures } from './provenance.ts';
import type { RunView } from './run-view.ts';
import { structureFeatures } from './structure.ts';
import { textFeatures } from './text.ts';
import { observationFeatures, violationFeatures } from './violations.ts';

const FAMILIES = [structureFeatures, violationFeatures, observationFeatures, provenanceFeatures, textFeatures] as const;

/** The features of every step of a run, in step order. Linear in the number of steps. */
export function featuresOf(view: RunView): readonly FeatureRow[] {
  const rows: FeatureRow[] = view.steps.map(() => new Map());
  for (const family of FAMILIES) {
    family(view).forEach((found, position) => {
      for (const [name, value] of found) rows[position]?.set(name, value);
    });
  }
  return rows;
}
export type { FeatureRow } from './feature.ts';
