import { Command, CommanderError, Option } from 'commander';
import { COMMAND_NAMES, COMMANDS, type Command as CommandSpec } from './command-specs.ts';
import { COMMAND_LOADERS } from './commands/index.ts';
import { FLAGS } from './flags.ts';
import type { ExitCode, Host } from './host.ts';
import { packageVersion } from './package-version.ts';
import { printThrown } from './print-error.ts';

/** Runs the command line: `args` without the program's own name. Gives the exit code; throws nothing. */
export async function runCli(args: readonly string[], host: Host): Promise<ExitCode> {
  let exitCode: ExitCode = 0;
  const pending: Promise<void>[] = [];
  const program = createProgram(host, pending, (code) => {
    exitCode = code;
  });
  try {
    if (args.length === 0) {
      await host.stderr.write(program.helpInformation());
      return 2;
    }
    await program.parseAsync(withHtmlFile(args), { from: 'user' });
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
      writeOut: (text) => pending.push(host.stdout.write(text)),
      writeErr: (text) => pending.push(host.stderr.write(text)),
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
    .exitOverride();
  for (const name of COMMAND_NAMES) {
    const spec: CommandSpec = COMMANDS[name];
    const command = program.command(name, { isDefault: name === 'diagnose' }).summary(spec.summary);
    command
      .description(spec.summary)
      .argument(spec.arguments, spec.argumentsDescription)
      .copyInheritedSettings(program);
    for (const flag of spec.flags) command.addOption(new Option(FLAGS[flag].flags, FLAGS[flag].description));
    command.addHelpText('after', examplesText(spec));
    command.action(async () => {
      const { default: run } = await COMMAND_LOADERS[name]();
      setExitCode(await run(command.args, command.opts(), host));
    });
  }
  return program;
}

function examplesText({ examples }: CommandSpec): string {
  const lines = examples.flatMap(([command, does]) => [`  # ${does}`, `  ${command}`]);
  return `\nExamples:\n${lines.join('\n')}`;
}

/**
 * `--html` takes a file name that may be left out. What follows it is taken for that only where it ends in .html, so
 * that a trace named behind `--html` is never overwritten.
 */
function withHtmlFile(args: readonly string[]): string[] {
  return args.map((arg, index) =>
    arg === '--html' && !/\.html?$/i.test(args[index + 1] ?? '') ? '--html=culprit-report.html' : arg,
  );
}
