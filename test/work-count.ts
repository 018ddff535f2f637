import { Session } from 'node:inspector';

/**
 * Counts work instead of timing it: how often functions and blocks of the sources ran, as the engine counts them for
 * coverage. The same on every machine, however busy. What runs inside of the engine (a regular expression, a search in
 * a text) counts as nothing. A function that ran before the first call counts by its calls alone.
 */
export function createWorkCount(): (work: () => void) => number {
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  return (work) => {
    countSince(session);
    work();
    return countSince(session);
  };
}

/** Counts since it was last asked. */
function countSince(session: Session): number {
  let total = 0;
  session.post('Profiler.takePreciseCoverage', (error, coverage) => {
    if (error !== null) throw error;
    for (const { url, functions } of coverage.result) {
      if (!url.includes('/src/') || url.includes('.test.ts')) continue;
      for (const { ranges } of functions) for (const { count } of ranges) total += count;
    }
  });
  return total;
}
