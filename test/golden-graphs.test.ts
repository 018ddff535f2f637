import { readdirSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { expect, it } from 'vitest';
import {
  compareGolden,
  GOLDEN_GRAPHS,
  type GoldenName,
  goldenFile,
} from '../scripts/evidence/graph-golden/golden-graphs.ts';

const names = Object.keys(GOLDEN_GRAPHS) as GoldenName[];

it.each(names)('%s: the graph is as it was read by eye', (name) => {
  const { now, golden, ordered } = compareGolden(name);
  expect(now).toBe(golden);
  expect(ordered).toBe(true);
});

it('each golden graph is of a sample, and the page speaks of it', () => {
  const files = readdirSync(dirname(goldenFile(names[0] ?? 'smolagents')));
  expect(files.sort()).toEqual(names.map((name) => `${name}.txt`).sort());
  const page = readFileSync(resolve(import.meta.dirname, '../docs/reference/golden-graphs.md'), 'utf8');
  for (const name of names) expect(page).toContain(name);
});
