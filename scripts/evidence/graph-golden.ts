import { writeFileSync } from 'node:fs';
import { compareGolden, GOLDEN_GRAPHS, type GoldenName, goldenFile } from './graph-golden/golden-graphs.ts';
import type { EvidenceRun } from './piece.ts';

/**
 * Graphs of small real samples, built anew and compared with the ones that were read by eye
 * (docs/reference/golden-graphs.md). `--write` writes those that differ, to be read again before they are kept.
 */
export const run: EvidenceRun = async ({ args, print }) => {
  const names = Object.keys(GOLDEN_GRAPHS) as GoldenName[];
  let same = 0;
  for (const name of names) {
    const { now, golden, ordered } = compareGolden(name);
    if (now === golden && ordered) {
      same++;
      print(`${name}: as it was read`);
      continue;
    }
    print(
      `${name}: ${ordered ? '' : 'steps without their order edge; '}${golden === null ? 'no golden file' : firstDifference(now, golden)}`,
    );
    if (args.includes('--write')) writeFileSync(goldenFile(name), now);
  }
  return { met: same === names.length, text: `${same}/${names.length} graphs as they were read by eye` };
};

function firstDifference(now: string, golden: string): string {
  const [here, there] = [now.split('\n'), golden.split('\n')];
  const at = here.findIndex((line, index) => line !== there[index]);
  return `line ${at + 1}: “${(here[at] ?? '').trim()}”, it was “${(there[at] ?? '').trim()}”`;
}
