import { closeSync, openSync, writeSync } from 'node:fs';
import { syntheticRun } from './synthetic-run.ts';

/** Writes runs one a line until the file has this many bytes; says how many runs it holds. */
export function writeLargeFile(file: string, bytes: number): number {
  const handle = openSync(file, 'w');
  try {
    let written = 0;
    let runs = 0;
    // A stock of bodies made once: writing a gigabyte should not take longer than reading it. Ids differ by run.
    const bodies = Array.from({ length: 64 }, (_, seed) => JSON.stringify(syntheticRun(20 + (seed % 50), seed)));
    while (written < bytes) {
      const body = (bodies[runs % bodies.length] ?? '').replace(/"synthetic-\d+"/, `"synthetic-${runs}"`);
      written += writeSync(handle, `${body}\n`);
      runs++;
    }
    return runs;
  } finally {
    closeSync(handle);
  }
}
