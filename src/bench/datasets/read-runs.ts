import { readFileSync } from 'node:fs';
import type { Trajectory } from '../../contracts/trajectory.ts';
import { parseTrace } from '../../formats/read-trace.ts';

/** The trajectories of a data set's file; a file that cannot be read is a fault of the set and throws. */
export function readRuns(path: string): readonly Trajectory[] {
  return parseTrace(readFileSync(path, 'utf8'), path).map((parsed) => {
    if (!parsed.ok) throw parsed.error;
    return parsed.value;
  });
}

export const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));
