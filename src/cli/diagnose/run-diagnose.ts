import { AppError } from '../../base/errors.ts';
import { plural, visibleText } from '../../base/text.ts';
import type { Config } from '../../config/settings.ts';
import { useColor } from '../../config/use-color.ts';
import { createGivenTally, type GivenWords } from '../../reports/wording/format-given.ts';
import { tellApart } from '../../reports/wording/format-source.ts';
import type { ExitCode, Host } from '../host.ts';
import { type InputResult, totalBytes } from '../inputs.ts';
import type { OpenedModels } from '../models.ts';
import { type OutputFile, openOutput } from '../output-file.ts';
import { packageVersion } from '../package-version.ts';
import { printError } from '../print-error.ts';
import { createProgress } from '../progress.ts';
import type { ReportChoice } from './choose-report.ts';
import { diagnoseAll } from './diagnose-all.ts';
import type { ExtraChecks } from './extra-checks.ts';
import { meets } from './fail-conditions.ts';
import type { PackOptions } from './pack-outcome.ts';
import type { TextOptions, Write } from './printer.ts';
import { printersFor } from './printers-for.ts';

const DEFAULT_WIDTH = 100;

export interface DiagnoseRequest {
  readonly inputs: readonly InputResult[];
  readonly choice: ReportChoice;
  /** Diagnose only the trajectories of this id; null = all. */
  readonly only: string | null;
  readonly config: Config;
  readonly checks: ExtraChecks | null;
  /** Null = no model is asked. */
  readonly models: OpenedModels | null;
}

/**
 * Diagnoses inputs and prints what was asked for. An input that cannot be read is printed as an error and counts in
 * the exit code; the others go on.
 * @throws AppError OUTPUT_UNWRITABLE, USAGE_INVALID where `only` names nothing
 */
export async function runDiagnose(
  { inputs, choice, only, config, checks, models: opened }: DiagnoseRequest,
  host: Host,
): Promise<ExitCode> {
  const { target, outcome, reference, failOn, jobs, quiet } = config;
  const bytes = inputs.reduce((sum, result) => sum + ('input' in result ? totalBytes(result.input) : 0), 0);
  const progress = createProgress(bytes, quiet, host);
  const stdout = progress.around(host.stdout.write);
  const stderr = progress.around(host.stderr.write);
  const note: Write = async (text) => {
    if (!quiet) await stderr(text);
  };
  const text = textOptions(config, choice, inputs, host);
  const files: OutputFile[] = [];
  const open = async (path: string): Promise<Write> => {
    const file = await openOutput(path, host.cwd);
    files.push(file);
    return file.write;
  };
  let worst: ExitCode = 0;
  let missed = false;
  let diagnosed = 0;
  let unreadRuns = 0;
  const tally = createGivenTally();
  try {
    const printers = await printersFor(choice, inputs, text, { stdout, note, open, cwd: host.cwd });
    const pack: PackOptions = {
      report: printers.map((printer) => printer.needs.report).find((report) => report !== null) ?? null,
      keepRun: printers.some((printer) => printer.needs.keepRun),
      width: text.width,
      color: text.color,
      fileNames: text.fileNames,
    };
    const models = opened === null ? null : { opened, config };
    const settings = {
      options: { target, outcome, reference, only },
      pack,
      jobs,
      checks,
      models,
      onBytes: progress.add,
    };
    for await (const packed of diagnoseAll(inputs, settings, host)) {
      if (packed.kind === 'error') {
        if (worst < packed.error.exitCode) worst = packed.error.exitCode;
        host.reached(worst);
        await printError(packed.error, host, stderr);
        for (const printer of printers) await printer.error(packed.error);
      } else if (packed.kind === 'run') {
        diagnosed++;
        if (packed.diagnosis.readings == null) unreadRuns++;
        tally.add(packed.diagnosis);
        missed ||= failOn.some((condition) => meets(packed.diagnosis, condition));
        if (missed && worst === 0) host.reached(1);
        for (const printer of printers) await printer.run(packed);
      }
    }
    progress.stop();
    if (only !== null && diagnosed === 0 && worst === 0) {
      throw new AppError('USAGE_INVALID', `--only ${only}: no trajectory has this id; culprit inspect shows them`);
    }
    for (const printer of printers) await printer.end();
    for (const file of files) await file.commit();
  } finally {
    progress.stop();
    for (const file of files) await file.discard();
  }
  if (choice.out?.isFolder === true)
    await note(`${plural(diagnosed, 'file')} written to ${visibleText(choice.out.path)}\n`);
  await sayGiven(tally.words());
  if (opened !== null) await sayModels(opened);
  if (choice.html !== null && diagnosed > 0) {
    const write = choice.report === 'terminal' && choice.out === null ? stdout : note;
    await write(`${choice.report === 'terminal' ? '\n' : ''}HTML report: ${visibleText(choice.html)}\n`);
  }
  return worst !== 0 ? worst : missed ? 1 : 0;

  /** What was asked of models in all, and what the cascade saved. */
  async function sayModels({ ledger, close }: OpenedModels): Promise<void> {
    const problem = await close();
    if (problem !== null) await stderr(`culprit: ${visibleText(problem)}\n`);
    const { ledgerWords } = await import('../models.ts');
    const asked = ledgerWords(ledger) ?? 'no model was called';
    const unread = unreadRuns === 0 ? '' : `; ${unreadRuns} of ${plural(diagnosed, 'run')} needed no reading`;
    await note(`culprit: ${asked}${unread}\n`);
  }

  /** Where the report is not before the eyes: what could be taken for a pass is said even to who wants no notes. */
  async function sayGiven(words: GivenWords | null): Promise<void> {
    if (words === null || (choice.report === 'terminal' && choice.out === null)) return;
    if (words.isLoud) await stderr(`culprit: ${words.text}\n`);
    else await note(`culprit: ${words.text}\n`);
  }
}

function textOptions(
  { width, color }: Config,
  { out }: ReportChoice,
  inputs: readonly InputResult[],
  host: Host,
): TextOptions {
  const columns = out === null ? host.stdout.columns : null;
  return {
    width: width === 'auto' ? (columns ?? DEFAULT_WIDTH) : width,
    color: out === null ? useColor(color, host.env, host.stdout.isTerminal) : color === 'always',
    version: packageVersion(host),
    fileNames: tellApart(inputs.flatMap((result) => ('input' in result ? [result.input.uri] : []))),
  };
}
