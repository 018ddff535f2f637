import type { CommandName } from '../command-specs.ts';
import type { FlagValues } from '../flags.ts';
import type { ExitCode, Host } from '../host.ts';

/** Does the work of a command. Expected failures are thrown as AppError. */
export type CommandRun = (args: readonly string[], flags: FlagValues, host: Host) => Promise<ExitCode>;

/** Loads a command when it is used, so that nothing else waits for it. */
export const COMMAND_LOADERS: Readonly<Record<CommandName, () => Promise<{ readonly default: CommandRun }>>> = {
  diagnose: () => import('./diagnose.ts'),
  inspect: () => import('./inspect.ts'),
  convert: () => import('./convert.ts'),
  graph: () => import('./graph.ts'),
  diff: () => import('./diff.ts'),
  schema: () => import('./schema.ts'),
  rules: () => import('./rules.ts'),
  constraints: () => import('./constraints.ts'),
  completion: () => import('./completion.ts'),
};
