import { resolve } from 'node:path';
import { dataFolder } from '../../test/data-folder.ts';
import { checkGold, type GoldCheck } from './gold/check-gold.ts';
import { committedSamples, type Sample, samplesIn } from './gold/samples.ts';
import type { EvidenceRun } from './piece.ts';

interface Tally {
  files: number;
  trajectories: number;
  withGold: number;
  fields: number;
  keys: Map<string, number>;
  unreached: Map<string, number>;
  notProbed: number;
  leaks: string[];
}

/**
 * Alters, empties and removes every label and reference answer in every sample, and compares the diagnoses byte for
 * byte. Which fields those are is found by trying, so a format that forgets to declare one by name is found out too.
 */
export const run: EvidenceRun = async ({ args, print }) => {
  const only = args[0] ?? '';
  const samples = [
    ...committedSamples(resolve(import.meta.dirname, '../..')),
    ...(dataFolder === null ? [] : samplesIn(dataFolder)),
  ].filter(({ name }) => name.includes(only));
  const tallies = new Map<string, Tally>();
  let unread = 0;
  for (const sample of samples) {
    const check = checkGold(sample.read());
    if (check === null) unread++;
    else addTo(tallies, check, sample);
  }
  for (const [format, tally] of [...tallies].sort()) {
    print(
      `${format.padEnd(22)} ${tally.files} files, ${tally.trajectories} trajectories, ${tally.withGold} with gold, ` +
        `${tally.fields} gold fields altered, emptied, removed: ${tally.leaks.length} leaks`,
    );
    for (const leak of tally.leaks.slice(0, 10)) print(`  LEAK ${leak}`);
    for (const [path, count] of tally.keys)
      print(`  tells which gold is meant, left as it is: ${path} (${count} times)`);
    for (const [path, count] of tally.unreached) print(`  not altered: ${path} (${count} times)`);
    if (tally.notProbed > 0) print(`  not tried, too many to try each: ${tally.notProbed} fields`);
  }
  if (unread > 0)
    print(
      `${unread} files left out: no trajectory in them that can be read (labels, schemas, formats that are not read)`,
    );
  if (dataFolder === null) print('the public data sets are not here (CULPRIT_DATA): fixtures and examples alone');
  const all = [...tallies.values()];
  const leaks = all.reduce((sum, tally) => sum + tally.leaks.length, 0);
  const fields = all.reduce((sum, tally) => sum + tally.fields, 0);
  const gold = all.reduce((sum, tally) => sum + tally.withGold, 0);
  return {
    met: leaks === 0 && fields > 0,
    text: `${leaks} leaks; ${fields} gold fields of ${gold} trajectories altered, emptied and removed`,
  };
};

function addTo(tallies: Map<string, Tally>, check: GoldCheck, sample: Sample): void {
  const tally: Tally = tallies.get(check.format) ?? {
    files: 0,
    trajectories: 0,
    withGold: 0,
    fields: 0,
    keys: new Map(),
    unreached: new Map(),
    notProbed: 0,
    leaks: [],
  };
  tallies.set(check.format, tally);
  tally.files++;
  tally.trajectories += check.trajectories;
  tally.withGold += check.withGold;
  tally.fields += check.fields;
  tally.notProbed += check.notProbed;
  tally.leaks.push(...check.leaks.map((leak) => `${sample.name}: ${leak}`));
  countPlaces(tally.keys, check.keys);
  countPlaces(tally.unreached, check.unreached);
}

function countPlaces(counts: Map<string, number>, paths: readonly string[]): void {
  for (const path of paths) {
    const place = path.replace(/\/\d+/g, '/*');
    counts.set(place, (counts.get(place) ?? 0) + 1);
  }
}
