import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { AppError } from '../../base/errors.ts';
import { createSandboxes } from '../../compose.ts';
import { writeCalibration } from '../../constraints/calibration/write-calibration.ts';
import type { ConstraintPack } from '../../contracts/constraint-pack.ts';
import { loadPackFile } from '../../load-pack.ts';
import { calibratePack, type PackCalibration } from '../../pipeline/calibrate-pack.ts';
import { inertJson } from '../../reports/layout/inert-json.ts';
import type { FlagValues } from '../flags.ts';
import type { ExitCode, Host } from '../host.ts';
import { printError } from '../print-error.ts';
import { readKnownRuns } from './known-runs.ts';
import { listOf } from './list-of.ts';
import { renderCalibration, renderSpectrum } from './render-calibration.ts';

/**
 * Runs packs over runs whose outcome is known, writes into each pack file what its constraints did there, and prints it.
 * With `--spectrum` it also ranks what else separates the two kinds of runs; then it needs no pack.
 */
export default async function calibrate(_args: readonly string[], flags: FlagValues, host: Host): Promise<ExitCode> {
  const groups = { passing: listOf(flags.passing), failing: listOf(flags.failing) };
  const paths = listOf(flags.constraints);
  const wantsSpectrum = flags.spectrum === true;
  if (groups.passing.length === 0) throw new AppError('USAGE_INVALID', 'name passing runs: --passing FILES');
  if (wantsSpectrum && groups.failing.length === 0) {
    throw new AppError('USAGE_INVALID', '--spectrum compares with failing runs: --failing FILES');
  }
  if (paths.length === 0 && !wantsSpectrum) throw new AppError('USAGE_INVALID', 'name a pack: --constraints PACK');
  const files = paths.map((path) => resolve(host.cwd, path));
  const packs: readonly ConstraintPack[] = files.length === 0 ? [NO_PACK] : files.map(loadPackFile);
  const sandboxes = createSandboxes();
  let worst: ExitCode = 0;
  const results: PackCalibration[] = [];
  try {
    for (const [at, pack] of packs.entries()) {
      const runs = readKnownRuns(groups, host, async (error) => {
        if (at > 0) return;
        if (worst < error.exitCode) worst = error.exitCode;
        await printError(error, host);
      });
      const spectrum = wantsSpectrum && at === 0;
      const result = await calibratePack({ pack, runs, sandbox: sandboxes.get, spectrum });
      if (result.runs.passing === 0) throw new AppError('USAGE_INVALID', '--passing holds no run that could be read');
      results.push(result);
    }
  } finally {
    await sandboxes.close();
  }
  for (const [at, result] of results.entries()) {
    const file = files[at];
    if (file !== undefined && flags.dryRun !== true) await writeInto(file, result);
    if (flags.json === true || file === undefined) continue;
    const written = flags.dryRun === true ? 'nothing written (--dry-run)' : `written to ${paths[at]}`;
    await host.stdout.write(`${renderCalibration(result)}\n${written}\n`);
  }
  const spectrum = results[0]?.spectrum ?? null;
  if (flags.json === true) {
    const packsOut = results.flatMap(({ calibrated, runs, contradicted }, at) =>
      paths[at] === undefined ? [] : [{ pack: paths[at], runs, contradicted, constraints: calibrated }],
    );
    await host.stdout.write(`${inertJson({ packs: packsOut, spectrum }, 2)}\n`);
  } else if (spectrum !== null) {
    await host.stdout.write(`${paths.length > 0 ? '\n' : ''}${renderSpectrum(spectrum)}`);
  }
  return worst;
}

/** Where only the spectrum is asked for. */
const NO_PACK: ConstraintPack = {
  kind: 'constraint-pack',
  schemaVersion: 1,
  name: 'none',
  description: '',
  clauses: [],
  libraries: { javascript: null, python: null },
  constraints: [],
};

async function writeInto(file: string, { calibrated }: PackCalibration): Promise<void> {
  const calibrations = new Map(calibrated.map(({ constraintId, calibration }) => [constraintId, calibration]));
  try {
    const text = await readFile(file, 'utf8');
    await writeFile(file, writeCalibration(text, calibrations));
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : '';
    throw new AppError('OUTPUT_UNWRITABLE', `${file}: cannot be written${code}`, { cause });
  }
}
