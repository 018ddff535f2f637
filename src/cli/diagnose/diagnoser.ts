import type { Run } from '../../contracts/run.ts';
import type { Trajectory } from '../../contracts/trajectory.ts';
import { type PipelineOptions, runPipeline } from '../../pipeline/run-pipeline.ts';
import type { ExtraChecks } from './extra-checks.ts';

/** Diagnoses trajectories one after the other, with the rules alone or with constraints beside them. */
export interface Diagnoser {
  run(trajectory: Trajectory, options: PipelineOptions): Promise<Run>;
  /** Runs that it may be given at the same time. */
  readonly atOnce: number;
  /** Ends the sandboxes, which are started with the first check that needs one. */
  close(): Promise<void>;
}

/** A diagnoser for a process or thread. What constraints need is loaded only where there are any. */
export async function createDiagnoser(checks: ExtraChecks | null): Promise<Diagnoser> {
  if (checks === null) {
    return { run: async (trajectory, options) => runPipeline(trajectory, options), atOnce: 1, close: async () => {} };
  }
  const [{ runWithConstraints }, { createSandboxes }] = await Promise.all([
    import('../../pipeline/run-with-constraints.ts'),
    import('../constraints/sandboxes.ts'),
  ]);
  const sandboxes = createSandboxes(checks.cacheFolder);
  const given = { constraints: checks.constraints, libraries: new Map(checks.libraries), sandbox: sandboxes.get };
  return {
    run: (trajectory, options) => runWithConstraints(withContext(trajectory, checks), given, options),
    atOnce: 1,
    close: sandboxes.close,
  };
}

/** A trajectory with the tools and the policy that the agent had, where the trace itself holds none. */
export function withContext(trajectory: Trajectory, { tools, policy }: ExtraChecks): Trajectory {
  const assumed: string[] = [];
  const more: { tools?: Trajectory['tools']; policy?: string } = {};
  if (tools !== null && trajectory.tools.length === 0) {
    more.tools = tools.definitions.map(({ name, description, parameters }) => ({ name, description, parameters }));
    assumed.push(`the agent had the tools of ${tools.from}`);
  }
  if (policy !== null && trajectory.policy === null) {
    more.policy = policy.text;
    assumed.push(`the agent was given the policy of ${policy.from}`);
  }
  if (assumed.length === 0) return trajectory;
  const { coverage } = trajectory;
  return { ...trajectory, ...more, coverage: { ...coverage, assumed: [...coverage.assumed, ...assumed] } };
}
