import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Trajectory } from '../../../src/contracts/trajectory.ts';
import { parseTrace } from '../../../src/formats/read-trace.ts';
import { dataPath } from '../../../test/data-folder.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const WANTED = 60;

/** The real run whose length is nearest to 60 steps: of the public tau-bench runs where they are, else of the examples. */
export function sixtyStepRun(): { readonly trajectory: Trajectory; readonly from: string } {
  const public60 = dataPath('tau-bench', 'gpt-4o-airline.json');
  const files = existsSync(public60)
    ? [public60]
    : ['tau-retail-miscounted-shirts.json', 'tau-retail-pending-exchange.json'].map((name) =>
        join(ROOT, 'examples', name),
      );
  const runs = files
    .flatMap((file) => parseTrace(readFileSync(file, 'utf8')))
    .flatMap((result) => (result.ok ? [result.value] : []));
  const [nearest] = runs.sort((a, b) => distance(a) - distance(b));
  if (nearest === undefined) throw new Error(`no run in ${files.join(', ')}`);
  return { trajectory: nearest, from: existsSync(public60) ? 'tau-bench airline' : 'an example' };
}

const distance = (trajectory: Trajectory): number => Math.abs(trajectory.steps.length - WANTED);
