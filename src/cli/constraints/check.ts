import { AppError } from '../../base/errors.ts';
import type { ConstraintCheck } from '../../constraints/regression-tests/constraint-check.ts';
import type { Trajectory } from '../../contracts/trajectory.ts';
import { checkTrajectories } from '../../pipeline/check-trajectories.ts';
import { inertJson } from '../../reports/layout/inert-json.ts';
import type { FlagValues } from '../flags.ts';
import type { ExitCode, Host } from '../host.ts';
import { printError } from '../print-error.ts';
import { packNames, readRuns } from './known-runs.ts';
import { loadPacks } from './load-packs.ts';
import { cacheFolderOf, createSandboxes } from './sandboxes.ts';

/**
 * Says of each constraint of the packs, and of each rule, whether it holds over all runs of the traces. Exit code 1 where
 * one is violated or could not be checked.
 */
export default async function check(names: readonly string[], flags: FlagValues, host: Host): Promise<ExitCode> {
  if (names.length === 0) throw new AppError('USAGE_INVALID', 'name the traces to check');
  const packs = (await loadPacks(packNames(flags.constraints), host.cwd)).map(({ pack }) => pack);
  let worst: ExitCode = 0;
  let runs = 0;
  async function* trajectories(): AsyncGenerator<Trajectory> {
    const read = readRuns(names, host, async (error) => {
      if (worst < error.exitCode) worst = error.exitCode;
      await printError(error, host);
    });
    for await (const trajectory of read) {
      runs++;
      yield trajectory;
    }
  }
  const sandboxes = createSandboxes(cacheFolderOf(host.env));
  try {
    const checks = await checkTrajectories(trajectories(), { packs, rules: 'all', sandbox: sandboxes.get });
    if (runs === 0) return worst === 0 ? 2 : worst;
    if (flags.jsonl === true) await host.stdout.write(checks.map((one) => `${inertJson(one)}\n`).join(''));
    else if (flags.json === true) await host.stdout.write(`${inertJson(checks, 2)}\n`);
    else await host.stdout.write(checks.filter(isWorthALine).map(lineOf).join(''));
    return worst === 0 && checks.some(({ status }) => status === 'violated' || status === 'error') ? 1 : worst;
  } finally {
    await sandboxes.close();
  }
}

const isWorthALine = ({ status }: ConstraintCheck): boolean => status !== 'not-applicable';
const lineOf = ({ status, message }: ConstraintCheck): string => `${status.padEnd(10)} ${message}\n`;
