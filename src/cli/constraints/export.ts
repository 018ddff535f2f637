import { relative, resolve, sep } from 'node:path';
import { AppError } from '../../base/errors.ts';
import { excerpt, plural, visibleText } from '../../base/text.ts';
import { librariesOf } from '../../constraints/packs/read-pack.ts';
import { EXPORTERS, type ExportTarget, exportTests } from '../../constraints/regression-tests/export-tests.ts';
import type { Run } from '../../contracts/run.ts';
import { runWithConstraints } from '../../pipeline/run-with-constraints.ts';
import type { FlagValues } from '../flags.ts';
import type { ExitCode, Host } from '../host.ts';
import { openOutput } from '../output-file.ts';
import { printError } from '../print-error.ts';
import { packNames, readRuns } from './known-runs.ts';
import { loadPacks } from './load-packs.ts';
import { cacheFolderOf, createSandboxes } from './sandboxes.ts';
import { toAgentrx } from './to-agentrx.ts';

const isTarget = (value: unknown): value is ExportTarget =>
  typeof value === 'string' && Object.hasOwn(EXPORTERS, value);

/** Diagnoses runs with packs and writes what they violate as tests of the agent's next runs, one file a run. */
export default async function exportCommand(
  names: readonly string[],
  flags: FlagValues,
  host: Host,
): Promise<ExitCode> {
  const { to } = flags;
  if (to === 'agentrx') return toAgentrx(names, flags, host);
  if (!isTarget(to)) {
    throw new AppError('USAGE_INVALID', `name what to write: --to ${Object.keys(EXPORTERS).join('|')}|agentrx`);
  }
  if (names.length === 0) throw new AppError('USAGE_INVALID', 'name the traces of runs that failed');
  const folder = resolve(host.cwd, typeof flags.out === 'string' ? flags.out : '.');
  const loaded = await loadPacks(packNames(flags.constraints), host.cwd);
  const packs = loaded.map(({ pack, path }) => {
    const seen = relative(folder, path).split(sep).join('/');
    return { pack, path: seen.startsWith('.') ? seen : `./${seen}` };
  });
  const constraints = packs.flatMap(({ pack }) => pack.constraints);
  const libraries = librariesOf(packs.map(({ pack }) => pack));
  const sandboxes = createSandboxes(cacheFolderOf(host.env));
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
    try {
      await file.write(text);
      await file.commit();
    } finally {
      await file.discard();
    }
    await host.stdout.write(`${relative(host.cwd, resolve(folder, name)) || name}\n`);
  }
  for (const { trajectoryId, constraintId, why } of leftOut) {
    const what = constraintId === null ? '' : ` ${constraintId}`;
    await host.stderr.write(`not tested: run ${excerpt(visibleText(trajectoryId), 60)}${what}: ${why}\n`);
  }
  await host.stderr.write(`${plural(tests, 'test')} of ${plural(runs.length, 'run')} written for ${to}\n`);
  return worst;
}
