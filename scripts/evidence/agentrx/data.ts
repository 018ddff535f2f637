import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { own, ownArray, parseJson } from '../../../src/base/json.ts';
import type { Trajectory } from '../../../src/contracts/trajectory.ts';
import { parseTrace } from '../../../src/formats/read-trace.ts';
import { dataFolder } from '../../../test/data-folder.ts';

/** A path in the data folder; null where it, or what it leads to, is not there. */
export function dataFile(...parts: readonly string[]): string | null {
  const path = dataFolder === null ? null : join(dataFolder, ...parts);
  return path !== null && existsSync(path) ? path : null;
}

export const readJsonFile = (path: string): unknown => parseJson(readFileSync(path, 'utf8'));

/** Runs of a file; what cannot be read throws, for the figures would be over other runs than they say. */
export function runsIn(path: string): readonly Trajectory[] {
  return parseTrace(readFileSync(path, 'utf8'), path).map((result) => {
    if (!result.ok) throw new Error(`${path}: ${result.error.message}`);
    return result.value;
  });
}

export const filesIn = (folder: string, ending: string): readonly string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith(ending))
    .sort()
    .map((name) => join(folder, name));

/** Positions, from 0, of the step that AgentRx's ground truth calls the root cause, by trajectory. */
export function criticalSteps(path: string): ReadonlyMap<string, number> {
  const steps = new Map<string, number>();
  const entries = readJsonFile(path);
  for (const entry of Array.isArray(entries) ? entries : []) {
    const root = String(own(own(entry, 'root_cause'), 'failure_id'));
    const failure = (ownArray(entry, 'failures') ?? []).find((one) => String(own(one, 'failure_id')) === root);
    const number = own(failure, 'step_number');
    if (typeof number === 'number') steps.set(String(own(entry, 'trajectory_id')), number - 1);
  }
  return steps;
}
