import { inertJson } from '../../reports/layout/inert-json.ts';
import type { FlagValues } from '../flags.ts';
import type { ExitCode, Host } from '../host.ts';
import { inspectTrajectory } from '../inspect/inspect-trajectory.ts';
import { renderInspection } from '../inspect/render-inspection.ts';
import { readInputs } from '../read-inputs.ts';

/** Shows what was read of each trace, without diagnosing it. */
export default async function inspect(names: readonly string[], flags: FlagValues, host: Host): Promise<ExitCode> {
  const json = flags.json === true;
  let shown = 0;
  const worst = await readInputs(names, host, async (trajectory) => {
    const inspection = inspectTrajectory(trajectory);
    const between = json ? (shown === 0 ? '[\n' : ',\n') : shown === 0 ? '' : '\n';
    await host.stdout.write(between + (json ? inertJson(inspection, 2) : `${renderInspection(inspection)}\n`));
    shown++;
  });
  if (json) await host.stdout.write(shown === 0 ? '[]\n' : '\n]\n');
  return worst;
}
