import { ownString } from '../../base/json.ts';
import type { RunGroup } from '../../constraints/calibration/firing-tally.ts';
import type { Trajectory } from '../../contracts/trajectory.ts';
import { asReadError, type ReadError } from '../diagnose/diagnose-input.ts';
import { findInputs } from '../find-inputs.ts';
import { gatherSessions } from '../gather-sessions.ts';
import type { Host } from '../host.ts';
import { readInput } from '../read-input.ts';

/**
 * Every run that names of files, folders and globs lead to, one by one, sub-agents with their session; what cannot be read
 * is handed to `onError`.
 */
export async function* readRuns(
  names: readonly string[],
  givenHost: Host,
  onError: (error: ReadError) => Promise<void>,
): AsyncGenerator<Trajectory> {
  if (names.length === 0) return;
  const { inputs, host } = await findInputs(names, givenHost, false);
  for (const result of await gatherSessions(inputs)) {
    if ('error' in result) {
      await onError(asReadError(result.error, result.uri));
      continue;
    }
    for await (const read of readInput(result.input, host.stdin)) {
      if (read.ok) yield read.value;
      else await onError(asReadError(read.error, ownString(read.error.details, 'uri') ?? result.input.uri));
    }
  }
}

/** Passing runs, then failing ones. */
export async function* readKnownRuns(
  groups: Readonly<Record<RunGroup, readonly string[]>>,
  host: Host,
  onError: (error: ReadError) => Promise<void>,
): AsyncGenerator<{ readonly trajectory: Trajectory; readonly group: RunGroup }> {
  for (const group of ['passing', 'failing'] as const) {
    for await (const trajectory of readRuns(groups[group], host, onError)) yield { trajectory, group };
  }
}

/** The values of a flag that may be given several times. */
export const listOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);

/** Names of packs: parted by commas, in one flag or several. */
export const packNames = (value: unknown): readonly string[] =>
  listOf(value).flatMap((names) => names.split(',').flatMap((name) => (name.trim() === '' ? [] : [name.trim()])));
