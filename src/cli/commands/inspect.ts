import { inertJson } from '../../reports/layout/inert-json.ts';
import { asReadError } from '../diagnose/diagnose-input.ts';
import type { FlagValues } from '../flags.ts';
import { gatherSessions } from '../gather-sessions.ts';
import type { ExitCode, Host } from '../host.ts';
import { expandInputs } from '../inputs.ts';
import { type Inspection, inspectTrajectory } from '../inspect/inspect-trajectory.ts';
import { renderInspection } from '../inspect/render-inspection.ts';
import { printError } from '../print-error.ts';
import { readInput } from '../read-input.ts';

/** Shows what was read of each trace, without diagnosing it. */
export default async function inspect(names: readonly string[], flags: FlagValues, host: Host): Promise<ExitCode> {
  const json = flags.json === true;
  let worst: ExitCode = 0;
  let shown = 0;
  const show = async (inspection: Inspection): Promise<void> => {
    const between = json ? (shown === 0 ? '[\n' : ',\n') : shown === 0 ? '' : '\n';
    await host.stdout.write(between + (json ? inertJson(inspection, 2) : `${renderInspection(inspection)}\n`));
    shown++;
  };
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
      if (read.ok) await show(inspectTrajectory(read.value));
      else await fail(read.error);
    }
  }
  if (json) await host.stdout.write(shown === 0 ? '[]\n' : '\n]\n');
  return worst;
}
