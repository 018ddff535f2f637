import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../base/errors.ts';
import type { CalibratedConstraint } from '../../constraints/calibration/calibrate.ts';
import { writeCalibration } from '../../constraints/calibration/write-calibration.ts';
import { calibratePacks } from '../../pipeline/calibrate-packs.ts';
import { inertJson } from '../../reports/layout/inert-json.ts';
import type { FlagValues } from '../flags.ts';
import type { ExitCode, Host } from '../host.ts';
import { openOutput } from '../output-file.ts';
import { printError } from '../print-error.ts';
import { listOf, readKnownRuns } from './known-runs.ts';
import { type LoadedPack, PACK_FILES, packsOf } from './load-packs.ts';
import { renderCalibration, renderSpectrum } from './render-calibration.ts';
import { cacheFolderOf, createSandboxes } from './sandboxes.ts';

/**
 * Runs packs over runs whose outcome is known, writes into each pack file what its constraints did there, and prints it.
 * With `--spectrum` it also ranks what else separates the two kinds of runs; then it needs no pack.
 */
export default async function calibrate(names: readonly string[], flags: FlagValues, host: Host): Promise<ExitCode> {
  const groups = { passing: listOf(flags.passing), failing: listOf(flags.failing) };
  const isWritten = flags.dryRun !== true;
  if (groups.passing.length === 0) throw new AppError('USAGE_INVALID', 'name runs that went well: --passing TRACES');
  if (flags.spectrum === true && groups.failing.length === 0) {
    throw new AppError('USAGE_INVALID', '--spectrum compares with runs that failed: --failing TRACES');
  }
  const needsPack =
    names.length > 0 || flags.spectrum !== true || PACK_FILES.some((file) => existsSync(join(host.cwd, file)));
  const loaded = needsPack ? await packsOf(names, host.cwd) : [];
  for (const { name, path } of loaded) {
    if (isWritten && !path.endsWith('.json')) {
      const why = 'a calibration can be written into JSON alone; --dry-run prints it';
      throw new AppError('USAGE_INVALID', `${name} is a module: ${why}`);
    }
  }
  let worst: ExitCode = 0;
  const runs = readKnownRuns(groups, host, async (error) => {
    if (worst < error.exitCode) worst = error.exitCode;
    await printError(error, host);
  });
  const sandboxes = createSandboxes(cacheFolderOf(host.env));
  try {
    const packs = loaded.map(({ pack }) => pack);
    const result = await calibratePacks({ packs, runs, sandbox: sandboxes.get, spectrum: flags.spectrum === true });
    if (result.runs.passing === 0) throw new AppError('USAGE_INVALID', '--passing holds no run that could be read');
    const byPack = loaded.map((one) => ({ ...one, calibrated: partOf(one, result.calibrated) }));
    if (isWritten) for (const one of byPack) await writeInto(one, one.calibrated, host.cwd);
    if (flags.json === true) {
      const { calibrated: _, ...rest } = result;
      const constraints = byPack.map(({ name, calibrated }) => ({ pack: name, constraints: calibrated }));
      await host.stdout.write(`${inertJson({ ...rest, packs: constraints }, 2)}\n`);
      return worst;
    }
    const pages = byPack.map(({ name, calibrated }) => {
      const end = isWritten ? `Written to ${name}.` : 'Nothing is written (--dry-run).';
      return `${renderCalibration({ ...result, calibrated })}\n${end}\n`;
    });
    if (result.spectrum !== null) pages.push(renderSpectrum(result.spectrum));
    await host.stdout.write(pages.join('\n'));
    return worst;
  } finally {
    await sandboxes.close();
  }
}

function partOf({ pack }: LoadedPack, calibrated: readonly CalibratedConstraint[]): readonly CalibratedConstraint[] {
  const ids = new Set(pack.constraints.map(({ id }) => id));
  return calibrated.filter(({ constraintId }) => ids.has(constraintId));
}

async function writeInto(
  { path }: LoadedPack,
  calibrated: readonly CalibratedConstraint[],
  cwd: string,
): Promise<void> {
  const calibrations = new Map(calibrated.map(({ constraintId, calibration }) => [constraintId, calibration]));
  const text = writeCalibration(await readFile(path, 'utf8'), calibrations);
  const file = await openOutput(path, cwd);
  try {
    await file.write(text);
    await file.commit();
  } finally {
    await file.discard();
  }
}
