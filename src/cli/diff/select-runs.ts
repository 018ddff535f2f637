import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { AppError } from '../../base/errors.ts';
import type { Trajectory } from '../../contracts/trajectory.ts';
import type { ExitCode, Host } from '../host.ts';
import { readInputs } from '../read-inputs.ts';

/** A file, and the one run of it that is meant; null = whichever fits. */
interface Named {
  readonly file: string;
  readonly id: string | null;
}

export interface SelectedRuns {
  readonly failing: Trajectory;
  readonly passing: readonly Trajectory[];
  /** Runs of the passing files that are not compared with, by the reason. */
  readonly leftOut: { readonly failed: number; readonly otherTask: number; readonly tooMany: number };
  readonly exitCode: ExitCode;
}

/** Passing runs that are compared with at most: each is laid beside the failing one. */
const MAX_PASSING = 50;
const MAX_IDS = 12;

/** `FILE`, or `FILE#ID` for one run of a file that holds many; a file whose name has a `#` is taken as it is. */
function named(name: string, cwd: string): Named {
  const at = name.lastIndexOf('#');
  if (at <= 0 || existsSync(resolve(cwd, name))) return { file: name, id: null };
  return { file: name.slice(0, at), id: name.slice(at + 1) };
}

/**
 * The failing run and the passing ones that names lead to. Of a file with several runs that names none, the passing ones
 * are those that did not fail at the same task.
 * @throws AppError USAGE_INVALID where it is not clear which run is meant, or there is none
 */
export async function selectRuns(names: readonly string[], host: Host): Promise<SelectedRuns> {
  const [first, ...rest] = names.map((name) => named(name, host.cwd));
  if (first === undefined || rest.length === 0) {
    throw new AppError('USAGE_INVALID', 'name the trace of a run that failed, and one or more that passed');
  }
  let worst: ExitCode = 0;
  const readAll = async ({ file, id }: Named, take: (trajectory: Trajectory) => void): Promise<void> => {
    const code = await readInputs([file], host, {
      trajectory: async (trajectory) => {
        if (id === null || trajectory.id === id) take(trajectory);
      },
    });
    if (code > worst) worst = code;
  };
  const found: Trajectory[] = [];
  await readAll(first, (trajectory) => found.push(trajectory));
  const failing = onlyOne(found, first);
  const passing: Trajectory[] = [];
  const leftOut = { failed: 0, otherTask: 0, tooMany: 0 };
  for (const one of rest) {
    await readAll(one, (trajectory) => {
      if (isSameRun(trajectory, failing)) return;
      if (one.id === null && trajectory.outcome.status === 'failed') leftOut.failed++;
      else if (one.id === null && isOtherTask(trajectory, failing)) leftOut.otherTask++;
      else if (passing.length >= MAX_PASSING) leftOut.tooMany++;
      else passing.push(trajectory);
    });
  }
  if (passing.length === 0) {
    const { failed, otherTask } = leftOut;
    const why =
      failed + otherTask === 0 ? '' : ` (${failed} failed, ${otherTask} are of another task; name one: FILE#ID)`;
    throw new AppError('USAGE_INVALID', `no passing run to compare with${why}`);
  }
  return { failing, passing, leftOut, exitCode: worst };
}

function onlyOne(found: readonly Trajectory[], { file, id }: Named): Trajectory {
  const failed = found.filter(({ outcome }) => outcome.status === 'failed');
  const [one, ...more] = found.length > 1 && failed.length > 0 ? failed : found;
  if (one !== undefined && more.length === 0) return one;
  if (one === undefined) {
    throw new AppError('USAGE_INVALID', id === null ? `${file} holds no run` : `${file} holds no run ${id}`);
  }
  const ids = [one, ...more].slice(0, MAX_IDS).map((run) => run.id);
  const left = 1 + more.length - ids.length;
  throw new AppError(
    'USAGE_INVALID',
    `${file} holds ${1 + more.length} runs that may be meant; name one: ${file}#ID (${ids.join(', ')}${left > 0 ? `, and ${left} more` : ''})`,
  );
}

const isSameRun = (a: Trajectory, b: Trajectory): boolean =>
  a.id === b.id && a.source.uri === b.source.uri && a.source.recordRef === b.source.recordRef;

/** Whether both say which task they are about, and it is not the same; where they do not say, they may be compared. */
function isOtherTask(a: Trajectory, b: Trajectory): boolean {
  for (const of of [taskId, ({ instruction }: Trajectory) => instruction]) {
    const [mine, theirs] = [of(a), of(b)];
    if (mine !== null && theirs !== null) return mine !== theirs;
  }
  return false;
}

function taskId({ metadata }: Trajectory): string | null {
  const id = Object.hasOwn(metadata, 'taskId') ? metadata.taskId : null;
  return typeof id === 'string' || typeof id === 'number' ? String(id) : null;
}
