import { resolve } from 'node:path';
import { AppError } from '../../base/errors.ts';
import { visibleText } from '../../base/text.ts';
import { nearestWord } from '../../config/nearest-word.ts';
import type { ResolvedConfig } from '../../config/resolve-config.ts';
import type { Config } from '../../config/settings.ts';
import { COMMAND_NAMES } from '../command-specs.ts';
import { chooseReport, type ReportChoice } from '../diagnose/choose-report.ts';
import type { ExtraChecks } from '../diagnose/extra-checks.ts';
import { runDiagnose } from '../diagnose/run-diagnose.ts';
import { findInputs } from '../find-inputs.ts';
import type { FlagValues } from '../flags.ts';
import { gatherSessions } from '../gather-sessions.ts';
import type { ExitCode, Host } from '../host.ts';
import type { InputResult } from '../inputs.ts';
import { loadConfig } from '../load-config.ts';
import type { OpenedModels } from '../models.ts';

export default async function diagnose(names: readonly string[], flags: FlagValues, host: Host): Promise<ExitCode> {
  const resolved = await loadConfig(flags, host);
  const { values: config, origins } = resolved;
  if (flags.printConfig === true) {
    const shown = Object.entries(config).map(([name, value]) => [name, { value, origin: own(origins, name) }]);
    await host.stdout.write(`${JSON.stringify(Object.fromEntries(shown), null, 2)}\n`);
    return 0;
  }
  const choice = chooseReport(flags, host.cwd);
  // What is wrong with a pack is said before any trace is read.
  const checks = await extraChecks(resolved, host);
  const models = await modelsOf(config, host);
  const found = await findInputs(names, host, config.quiet);
  const inputs = withoutOutputs(found.inputs, names, choice, host);
  const only = typeof flags.only === 'string' ? flags.only : null;
  const gathered = await gatherSessions(inputs.map(withCommandHint));
  return runDiagnose({ inputs: gathered, choice, only, config, checks, models }, found.host);
}

/** What the settings name; nothing is loaded for it where they name none. */
async function extraChecks(resolved: ResolvedConfig, { cwd, env, stderr }: Host): Promise<ExtraChecks | null> {
  const { constraints, tools, policy, quiet } = resolved.values;
  if (constraints.length + tools.length === 0 && policy === '') return null;
  const { loadExtraChecks } = await import('../diagnose/extra-checks.ts');
  const notes: string[] = [];
  const checks = await loadExtraChecks(resolved, { cwd, env, note: (text) => notes.push(text) });
  if (!quiet) for (const text of notes) await stderr.write(`culprit: ${visibleText(text).replaceAll('\n', ' ')}\n`);
  return checks;
}

/** Models that the settings name; nothing is loaded for it where they name none. */
async function modelsOf(config: Config, host: Host): Promise<OpenedModels | null> {
  const { model, judgeModel, checkModel, synthesisModel, synthesis, record, replay } = config;
  const names = [model, judgeModel, checkModel, synthesisModel, record, replay];
  if (synthesis === 'none' && names.every((name) => name === '')) return null;
  const { openModels } = await import('../models.ts');
  return openModels(config, host);
}

const own = (record: Readonly<Record<string, string>>, key: string): string | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined;

/** Inputs without what is about to be written: an earlier output in a folder is no trace. */
function withoutOutputs(
  inputs: readonly InputResult[],
  names: readonly string[],
  { out, html }: ReportChoice,
  { cwd }: Host,
): readonly InputResult[] {
  const outputs = [out?.path, html].flatMap((path) => (typeof path === 'string' ? [resolve(cwd, path)] : []));
  const clash = names.find((name) => name !== '-' && outputs.includes(resolve(cwd, name)) && out?.isFolder !== true);
  if (clash !== undefined) {
    throw new AppError('USAGE_INVALID', `${visibleText(clash)} is both read and written: name another output`);
  }
  return inputs.filter((result) => !('input' in result) || !outputs.includes(result.input.path ?? ''));
}

/** `culprit inspct` reads as a file of that name: the error says what was probably meant. */
function withCommandHint(result: InputResult): InputResult {
  if (!('error' in result) || result.error.code !== 'TRACE_NOT_FOUND' || /[./\\]/.test(result.uri)) return result;
  const near = nearestWord(result.uri, COMMAND_NAMES);
  if (near === null) return result;
  const message = `${result.error.message}; did you mean the command "${near}"?`;
  return { ...result, error: new AppError('TRACE_NOT_FOUND', message) };
}
