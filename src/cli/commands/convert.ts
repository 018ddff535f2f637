import { AppError } from '../../base/errors.ts';
import type { Trajectory } from '../../contracts/trajectory.ts';
import { inertJson } from '../../reports/layout/inert-json.ts';
import type { FlagValues } from '../flags.ts';
import type { ExitCode, Host } from '../host.ts';
import { type OutputFile, openOutput } from '../output-file.ts';
import { readInputs } from '../read-inputs.ts';

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
  try {
    const worst = await readInputs(names, host, {
      trajectory: (trajectory) => write(`${converter(trajectory)}\n`),
    });
    await file?.commit();
    return worst;
  } finally {
    await file?.discard();
  }
}
