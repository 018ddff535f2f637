import { relative, resolve, sep } from 'node:path';
import { AppError } from '../../base/errors.ts';
import { plural } from '../../base/text.ts';
import { createSandboxes } from '../../compose.ts';
import { librariesOf } from '../../constraints/packs/read-pack.ts';
import { EXPORTERS, type ExportTarget, exportTests } from '../../constraints/regression-tests/export-tests.ts';
import type { Run } from '../../contracts/run.ts';
import { loadPackFile } from '../../load-pack.ts';
import { runWithConstraints } from '../../pipeline/run-with-constraints.ts';
import type { FlagValues } from '../flags.ts';
import type { ExitCode, Host } from '../host.ts';
import { openOutput } from '../output-file.ts';
import { printError } from '../print-error.ts';
import { readRuns } from './known-runs.ts';
import { listOf } from './list-of.ts';

const isTarget = (value: unknown): value is ExportTarget =>
  typeof value === 'string' && Object.hasOwn(EXPORTERS, value);

/** Diagnoses runs with packs and writes what they violate as tests of the agent's next runs, one file a run. */
export default async function exportCommand(
  names: readonly string[],
  flags: FlagValues,
  host: Host,
): Promise<ExitCode> {
  const { to } = flags;
  if (!isTarget(to)) {
    throw new AppError('USAGE_INVALID', `name the test runner: --to ${Object.keys(EXPORTERS).join('|')}`);
  }
  if (names.length === 0) throw new AppError('USAGE_INVALID', 'name the traces of runs that failed');
  const folder = resolve(host.cwd, typeof flags.out === 'string' ? flags.out : '.');
  const packs = listOf(flags.constraints).map((path) => {
    const file = resolve(host.cwd, path);
    const seen = relative(folder, file).split(sep).join('/');
    return { pack: loadPackFile(file), path: seen.startsWith('.') ? seen : `./${seen}` };
  });
  const constraints = packs.flatMap(({ pack }) => pack.constraints);
  const libraries = librariesOf(packs.map(({ pack }) => pack));
  const sandboxes = createSandboxes();
  const runs: Run[] = [];
  let worst: ExitCode = 0;
  try {
    const trajectories = readRuns(names, host, async (error) => {
      if (worst < error.exitCode) worst = error.exitCode;
      await printError(error, host);
    });
    for await (const trajectory of trajectories) {
      if (typeof flags.only === 'string' && trajectory.id !== flags.only) continue;
      runs.push(await runWithConstraints(trajectory, { constraints, libraries, sandbox: sandboxes.get }));
    }
  } finally {
    await sandboxes.close();
  }
  const { files, tests, leftOut } = exportTests({ to, runs, packs });
  for (const { name, text } of files) {
    const file = await openOutput(resolve(folder, name), host.cwd);
    await file.write(text).finally(() => file.close());
    await host.stdout.write(`${relative(host.cwd, resolve(folder, name)) || name}\n`);
  }
  for (const { trajectoryId, constraintId, why } of leftOut) {
    const what = constraintId === null ? '' : ` ${constraintId}`;
    await host.stderr.write(`not tested: run ${trajectoryId.replace(/[^\x20-\x7e]/g, '?')}${what}: ${why}\n`);
  }
  await host.stderr.write(`${plural(tests, 'test')} of ${plural(runs.length, 'run')} written for ${to}\n`);
  return worst;
}
