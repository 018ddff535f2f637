import { AppError } from '../../base/errors.ts';
import type { FlagValues } from '../flags.ts';
import type { ExitCode, Host } from '../host.ts';
import type { CommandRun } from './index.ts';

/** What can be done with constraints, by the word that stands behind `culprit constraints`. */
const ACTIONS: Readonly<Record<string, () => Promise<{ readonly default: CommandRun }>>> = {
  calibrate: () => import('../constraints/calibrate.ts'),
  check: () => import('../constraints/check.ts'),
  export: () => import('../constraints/export.ts'),
};

export default async function constraints(
  [action, ...names]: readonly string[],
  flags: FlagValues,
  host: Host,
): Promise<ExitCode> {
  const load = action !== undefined && Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined;
  if (load === undefined) {
    const known = Object.keys(ACTIONS).join(', ');
    throw new AppError('USAGE_INVALID', `culprit constraints ${action ?? ''}: say one of ${known}`);
  }
  const { default: run } = await load();
  return run(names, flags, host);
}
