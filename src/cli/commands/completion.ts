import { AppError } from '../../base/errors.ts';
import { COMPLETIONS } from '../completion/index.ts';
import type { FlagValues } from '../flags.ts';
import type { ExitCode, Host } from '../host.ts';

export default async function completion(
  [shell]: readonly string[],
  _flags: FlagValues,
  host: Host,
): Promise<ExitCode> {
  const render = shell !== undefined && Object.hasOwn(COMPLETIONS, shell) ? COMPLETIONS[shell] : undefined;
  if (render === undefined) {
    const known = Object.keys(COMPLETIONS).join(', ');
    throw new AppError('USAGE_INVALID', `no completion for "${shell ?? ''}"; there is one for ${known}`);
  }
  await host.stdout.write(render());
  return 0;
}
