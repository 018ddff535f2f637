import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { dataFolder, dataPath } from '../../../test/data-folder.ts';
import { expectSound } from '../../../test/expect-sound.ts';
import { ownArray, ownString, parseJson } from '../../base/json.ts';
import { openinference } from './index.ts';

const parts = [
  ['GAIA', 'annotations_gaia'],
  ['SWE_Bench', 'annotations_swe_bench'],
] as const;

const readJson = (...path: readonly string[]): unknown => parseJson(readFileSync(dataPath('trail', ...path), 'utf8'));

const title = dataFolder === null ? 'nested traces with labelled spans (no data)' : 'nested traces with labelled spans';

describe.skipIf(dataFolder === null)(title, () => {
  it('has a step for each span that a label names, and no reference answer in any step', () => {
    let found = 0;
    const lost: string[] = [];
    for (const [traces, labels] of parts) {
      for (const file of readdirSync(dataPath('trail', traces))) {
        const [trajectory, ...more] = openinference.parse(readJson(traces, file), { uri: null, recordRef: '' });
        expect(more).toEqual([]);
        if (trajectory === undefined) continue;
        expectSound(trajectory);
        const ids = new Set(trajectory.steps.map((step) => step.id));
        for (const label of ownArray(readJson(labels, file), 'errors') ?? []) {
          const location = ownString(label, 'location') ?? '';
          if (ids.has(location)) found++;
          else lost.push(`${file} ${location}`);
        }
        const told = JSON.stringify({ ...trajectory, gold: null });
        for (const secret of ['true_answer', 'FAIL_TO_PASS', 'Annotator Metadata']) expect(told).not.toContain(secret);
      }
    }
    expect(lost).toEqual([]);
    expect(found).toBeGreaterThan(200);
  });
});
