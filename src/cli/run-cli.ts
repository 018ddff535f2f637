import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { Command, CommanderError, Option } from 'commander';
import { visibleText } from '../base/text.ts';
import type { Command as CommandSpec } from './command.ts';
import { COMMAND_NAMES, COMMANDS } from './command-specs.ts';
import { COMMAND_LOADERS } from './commands/index.ts';
import { isPageName } from './diagnose/choose-report.ts';
import { FLAGS, type Flag } from './flags.ts';
import type { ExitCode, Host } from './host.ts';
import { packageVersion } from './package-version.ts';
import { pipedStdin } from './piped-stdin.ts';
import { printThrown } from './print-error.ts';

/** Runs the command line: `args` without the program's own name. Gives the exit code; throws nothing. */
export async function runCli(args: readonly string[], host: Host): Promise<ExitCode> {
  let exitCode: ExitCode = 0;
  const pending: Promise<void>[] = [];
  const setExitCode = (code: ExitCode): void => {
    exitCode = code;
  };
  try {
    // `culprit < run.json` is `culprit -`; with nothing piped in, it is a question.
    const piped = args.length === 0 ? await pipedStdin(host) : null;
    if (args.length === 0 && piped === null) {
      await host.stderr.write(createProgram(host, pending, setExitCode).helpInformation());
      return 2;
    }
    const program = createProgram(piped ?? host, pending, setExitCode);
    await program.parseAsync(piped === null ? withHtmlFile(args, host.cwd) : ['-'], { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) exitCode = error.exitCode === 0 ? 0 : 2;
    else exitCode = await printThrown(error, host);
  }
  await Promise.all(pending);
  return exitCode;
}

function createProgram(host: Host, pending: Promise<void>[], setExitCode: (code: ExitCode) => void): Command {
  const program = new Command('culprit');
  program
    .description("Finds the step that broke an AI agent's run, from its trace.")
    .version(packageVersion(host), '-V, --version', 'Print the version')
    .helpOption('-h, --help', 'Print help')
    .helpCommand('help [command]', 'Print help for a command')
    .configureHelp({ helpWidth: host.stdout.columns ?? 100 })
    .configureOutput({
      writeOut: (text) => pending.push(host.stdout.write(visibleText(text))),
      writeErr: (text) => pending.push(host.stderr.write(visibleText(text))),
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
    .exitOverride();
  program.addHelpText(
    'after',
    `${examplesText(COMMANDS.diagnose)}\n\n\`culprit help COMMAND\` has the flags and more examples.`,
  );
  for (const name of COMMAND_NAMES) {
    const spec: CommandSpec = COMMANDS[name];
    const command = addCommand(program, name, spec, name === 'diagnose');
    for (const [inner, innerSpec] of Object.entries(spec.commands ?? {})) {
      const innerCommand = addCommand(command, inner, innerSpec, false);
      innerCommand.action(async () => {
        const { default: run } = await COMMAND_LOADERS[name]();
        setExitCode(await run([inner, ...innerCommand.args], innerCommand.opts(), host));
      });
    }
    if (spec.commands !== undefined) continue;
    command.action(async () => {
      const { default: run } = await COMMAND_LOADERS[name]();
      setExitCode(await run(command.args, command.opts(), host));
    });
  }
  return program;
}

function addCommand(parent: Command, name: string, spec: CommandSpec, isDefault: boolean): Command {
  const command = parent.command(name, { isDefault }).summary(spec.summary);
  command.description(spec.summary).copyInheritedSettings(parent);
  if (spec.arguments !== '') command.arguments(spec.arguments);
  const last = command.registeredArguments.at(-1);
  if (last !== undefined) last.description = spec.argumentsDescription;
  for (const name of spec.flags) {
    const flag: Flag = FLAGS[name];
    const option = new Option(flag.flags, flag.description);
    if (flag.repeats === true) option.argParser((value: string, before: unknown) => [...asList(before), value]);
    if (flag.group !== undefined) option.helpGroup(flag.group);
    command.addOption(option);
  }
  return command.addHelpText('after', examplesText(spec));
}

const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function examplesText({ examples }: CommandSpec): string {
  const lines = examples.flatMap(([command, does]) => [`  # ${does}`, `  ${command}`]);
  return `\nExamples:\n${lines.join('\n')}`;
}

/**
 * `--html` takes a file name that may be left out. What follows it is a trace where there is such a file, so that a
 * trace named behind `--html` is never overwritten; what is neither a page nor a trace is left for the refusal to name.
 */
function withHtmlFile(args: readonly string[], cwd: string): string[] {
  return args.map((arg, index) => {
    if (arg !== '--html') return arg;
    const next = args[index + 1] ?? '-';
    const isMeantForPage = isPageName(next) || !(/^-|[*?[\]{}()!]/.test(next) || existsSync(resolve(cwd, next)));
    return isMeantForPage ? arg : '--html=culprit-report.html';
  });
}
