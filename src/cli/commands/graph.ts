import { AppError } from '../../base/errors.ts';
import { selectGraph } from '../../graph/select-graph.ts';
import { runPipeline } from '../../pipeline/run-pipeline.ts';
import { GRAPH_REPORTS } from '../../reports/graph/index.ts';
import { stepNumber } from '../../trajectory/step-number.ts';
import type { FlagValues } from '../flags.ts';
import type { ExitCode, Host } from '../host.ts';
import { type OutputFile, openOutput } from '../output-file.ts';
import { readInputs } from '../read-inputs.ts';

const EDGES = ['all', 'data', 'control'] as const;

/** Draws the Reasoning-Action Graph of each trajectory, whole or around one step. */
export default async function graph(names: readonly string[], flags: FlagValues, host: Host): Promise<ExitCode> {
  const to = typeof flags.to === 'string' ? flags.to : 'json';
  if (!Object.hasOwn(GRAPH_REPORTS, to)) {
    throw new AppError('USAGE_INVALID', `--to ${to}: not ${Object.keys(GRAPH_REPORTS).join(', ')}`);
  }
  const report = GRAPH_REPORTS[to as keyof typeof GRAPH_REPORTS];
  const edges = EDGES.find((name) => name === (flags.edges ?? 'all'));
  if (edges === undefined) throw new AppError('USAGE_INVALID', `--edges ${flags.edges}: not ${EDGES.join(', ')}`);
  const step = flags.step === undefined ? null : String(flags.step);
  if (step !== null && step !== 'critical' && !/^\d{1,9}$/.test(step)) {
    throw new AppError('USAGE_INVALID', `--step ${step}: not the number of a step, nor critical`);
  }
  const file: OutputFile | null = typeof flags.out === 'string' ? await openOutput(flags.out, host.cwd) : null;
  const write = file?.write ?? host.stdout.write;
  try {
    const worst = await readInputs(names, host, {
      trajectory: async (trajectory) => {
        const { graph: whole, diagnosis } = runPipeline(trajectory);
        const critical = diagnosis.markers.critical?.position ?? null;
        const numberOf = (position: number): number => {
          const found = trajectory.steps[position];
          return found === undefined ? position + 1 : stepNumber(found);
        };
        const around =
          step === null ? null : step === 'critical' ? critical : positionOf(step, trajectory.steps, trajectory.id);
        await write(report(selectGraph(whole, { around, edges }), { numberOf, critical }));
      },
    });
    await file?.commit();
    return worst;
  } finally {
    await file?.discard();
  }
}

/** @throws AppError USAGE_INVALID where the run has no step of that number */
function positionOf(
  number: string,
  steps: readonly { readonly position: number; readonly nativeIndex: number | null }[],
  id: string,
): number {
  const found = steps.find((one) => stepNumber(one) === Number(number));
  if (found === undefined) throw new AppError('USAGE_INVALID', `--step ${number}: trajectory ${id} has no such step`);
  return found.position;
}
