import { inertJson } from '../../reports/layout/inert-json.ts';
import type { FlagValues } from '../flags.ts';
import type { ExitCode, Host } from '../host.ts';
import { inspectTrajectory } from '../inspect/inspect-trajectory.ts';
import { inspectUnknown } from '../inspect/inspect-unknown.ts';
import { renderInspection, renderUnknown } from '../inspect/render-inspection.ts';
import { printError } from '../print-error.ts';
import { readInputs } from '../read-inputs.ts';

const DEFAULT_WIDTH = 100;
const HINT_OF_PIPE = 'See docs/formats for what can be read. `culprit inspect FILE` shows what a file holds.';
const HINT = 'See docs/formats for what can be read. What a file holds is shown on standard output.';

/** Shows what was read of each trace, without diagnosing it. */
export default async function inspect(names: readonly string[], flags: FlagValues, host: Host): Promise<ExitCode> {
  const json = flags.json === true;
  let shown = 0;
  const width = host.stdout.columns ?? DEFAULT_WIDTH;
  const show = async (object: unknown, text: string): Promise<void> => {
    const between = json ? (shown === 0 ? '[\n' : ',\n') : shown === 0 ? '' : '\n';
    await host.stdout.write(between + (json ? inertJson(object, 2) : `${text}\n`));
    shown++;
  };
  const worst = await readInputs(names, host, {
    trajectory: (trajectory) => {
      const inspection = inspectTrajectory(trajectory);
      return show(inspection, renderInspection(inspection, width));
    },
    // `culprit inspect` is what was run: it is no advice here.
    error: (error) => {
      const hint = error.uri === '-' ? HINT_OF_PIPE : HINT;
      return printError(error.code === 'TRACE_FORMAT_UNKNOWN' ? { ...error, hint } : error, host);
    },
    unread: async (input, error) => {
      const unknown = await inspectUnknown(error, input);
      if (unknown !== null) await show(unknown, renderUnknown(unknown, width));
    },
  });
  if (json) await host.stdout.write(shown === 0 ? '[]\n' : '\n]\n');
  return worst;
}
