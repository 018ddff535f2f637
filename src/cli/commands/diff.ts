import { useColor } from '../../config/use-color.ts';
import { diffRuns } from '../../graph/align/diff-runs.ts';
import { runPipeline } from '../../pipeline/run-pipeline.ts';
import { renderDiff } from '../../reports/diff/render-diff.ts';
import { inertJson } from '../../reports/layout/inert-json.ts';
import { indexTrajectory } from '../../trajectory/index-trajectory.ts';
import { selectRuns } from '../diff/select-runs.ts';
import type { FlagValues } from '../flags.ts';
import type { ExitCode, Host } from '../host.ts';
import { loadConfig } from '../load-config.ts';
import { writeText } from '../write-text.ts';

const DEFAULT_WIDTH = 100;

/** Lays a run that failed beside runs that passed, and shows where they part. */
export default async function diff(names: readonly string[], flags: FlagValues, host: Host): Promise<ExitCode> {
  const { values: config } = await loadConfig(flags, host);
  const { failing, passing, leftOut, exitCode } = await selectRuns(names, host);
  const indexes = passing.map(indexTrajectory);
  const found = diffRuns(indexTrajectory(failing), indexes);
  for (const [what, count] of [
    ['failed', leftOut.failed],
    ['are of another task', leftOut.otherTask],
    ['are more than are compared with', leftOut.tooMany],
  ] as const) {
    if (count > 0 && !config.quiet) await host.stderr.write(`culprit: runs that ${what} are left out: ${count}\n`);
  }
  const text =
    flags.json === true
      ? `${inertJson(found, 2)}\n`
      : `${renderDiff(found, {
          failing,
          passing,
          critical: runPipeline(failing, { outcome: 'failed' }).diagnosis.markers.critical?.position ?? null,
          width: config.width === 'auto' ? (host.stdout.columns ?? DEFAULT_WIDTH) : config.width,
          color: typeof flags.out !== 'string' && useColor(config.color, host.env, host.stdout.isTerminal),
        })}\n`;
  await writeText(text, flags, host);
  return exitCode;
}
