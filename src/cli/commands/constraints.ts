import { AppError } from '../../base/errors.ts';
import type { ConstraintsCommandName } from '../constraints/command-specs.ts';
import { CONSTRAINTS_LOADERS } from '../constraints/index.ts';
import type { FlagValues } from '../flags.ts';
import type { ExitCode, Host } from '../host.ts';

/** Runs the command that stands behind `constraints`. */
export default async function constraints(
  [name = '', ...args]: readonly string[],
  flags: FlagValues,
  host: Host,
): Promise<ExitCode> {
  if (!isCommand(name)) throw new AppError('USAGE_INVALID', `constraints ${name}: no such command`);
  const { default: run } = await CONSTRAINTS_LOADERS[name]();
  return run(args, flags, host);
}

const isCommand = (name: string): name is ConstraintsCommandName => Object.hasOwn(CONSTRAINTS_LOADERS, name);
