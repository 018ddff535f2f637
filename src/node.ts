/**
 * What needs Node: packs from files, and traces held against constraints in the sandbox. Tests of an agent import it.
 *
 * ```ts
 * import { checkTrace, loadPack } from 'culprit/node';
 *
 * const checks = await checkTrace(await readFile('run.json', 'utf8'), { packs: [await loadPack('shop.constraints.json')] });
 * ```
 */
import { fileURLToPath } from 'node:url';
import { AppError } from './base/errors.ts';
import { loadPacks } from './cli/constraints/load-packs.ts';
import { cacheFolderOf, createSandboxes } from './cli/constraints/sandboxes.ts';
import type { ConstraintCheck } from './constraints/regression-tests/constraint-check.ts';
import type { ConstraintPack } from './contracts/constraint-pack.ts';
import type { Trajectory } from './contracts/trajectory.ts';
import { type CheckTrajectoriesOptions, checkTrajectories } from './pipeline/check-trajectories.ts';
import { readInput } from './pipeline/diagnose.ts';

export type { ConstraintCheck, ViolationPlace } from './constraints/regression-tests/constraint-check.ts';
export type { ConstraintPack } from './contracts/constraint-pack.ts';

export type CheckTraceOptions = Pick<CheckTrajectoriesOptions, 'packs' | 'rules' | 'signal'>;

/**
 * Holds every run of a trace against constraints: the text of a trace file, parsed JSON, or a Trajectory. One answer for
 * each constraint, in the order of the packs, then of the rules.
 * @throws AppError where the trace, or any run in it, cannot be read: what was not checked must not pass
 */
export async function checkTrace(trace: unknown, options: CheckTraceOptions = {}): Promise<readonly ConstraintCheck[]> {
  const trajectories = readInput(trace, null).map((result): Trajectory => {
    if (!result.ok) throw result.error;
    return result.value;
  });
  if (trajectories.length === 0) throw new AppError('TRACE_EMPTY', 'the trace holds no run');
  const sandboxes = createSandboxes(cacheFolderOf(process.env));
  try {
    return await checkTrajectories(trajectories, { ...options, sandbox: sandboxes.get });
  } finally {
    await sandboxes.close();
  }
}

/**
 * A pack from its file (JSON, or a module with a default export), or from the folder it stands in, with the libraries
 * that it names.
 * @throws AppError PACK_INVALID naming the file and what is wrong in it
 */
export async function loadPack(path: string | URL): Promise<ConstraintPack> {
  const name = typeof path === 'string' && !path.startsWith('file:') ? path : fileURLToPath(path);
  const [loaded] = await loadPacks([name], process.cwd());
  if (loaded === undefined) throw new AppError('PACK_INVALID', `${name}: no such file`);
  return loaded.pack;
}
