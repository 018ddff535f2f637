import { AppError } from '../../base/errors.ts';
import type { Trajectory } from '../../contracts/trajectory.ts';
import { inertJson } from '../../reports/layout/inert-json.ts';
import { asReadError } from '../diagnose/diagnose-input.ts';
import type { FlagValues } from '../flags.ts';
import { gatherSessions } from '../gather-sessions.ts';
import type { ExitCode, Host } from '../host.ts';
import { expandInputs } from '../inputs.ts';
import { type OutputFile, openOutput } from '../output-file.ts';
import { printError } from '../print-error.ts';
import { readInput } from '../read-input.ts';

/** One trajectory as one line of JSON. */
type Converter = (trajectory: Trajectory) => string;

const CONVERTERS: Readonly<Record<string, () => Promise<Converter>>> = {
  ir: async () => (trajectory) => inertJson(trajectory),
  atif: async () => {
    const { writeAtif } = await import('../../formats/write-atif.ts');
    return (trajectory) => inertJson(writeAtif(trajectory));
  },
};

/** Writes one line of JSON a trajectory, so that files of any size can be converted. */
export default async function convert(names: readonly string[], flags: FlagValues, host: Host): Promise<ExitCode> {
  const to = typeof flags.to === 'string' ? flags.to : '';
  const load = Object.hasOwn(CONVERTERS, to) ? CONVERTERS[to] : undefined;
  if (load === undefined) {
    const known = Object.keys(CONVERTERS).join(' or ');
    throw new AppError('USAGE_INVALID', to === '' ? `name the format: --to ${known}` : `--to ${to}: not ${known}`);
  }
  const converter = await load();
  const file: OutputFile | null = typeof flags.out === 'string' ? await openOutput(flags.out, host.cwd) : null;
  const write = file?.write ?? host.stdout.write;
  let worst: ExitCode = 0;
  try {
    for (const result of await gatherSessions(await expandInputs(names, host.cwd))) {
      const uri = 'input' in result ? result.input.uri : result.uri;
      const fail = async (thrown: unknown): Promise<void> => {
        const error = asReadError(thrown, uri);
        if (worst < error.exitCode) worst = error.exitCode;
        await printError(error, host);
      };
      if ('error' in result) {
        await fail(result.error);
        continue;
      }
      for await (const read of readInput(result.input, host.stdin)) {
        if (read.ok) await write(`${converter(read.value)}\n`);
        else await fail(read.error);
      }
    }
  } finally {
    await file?.close();
  }
  return worst;
}
