import type { Run } from '../../contracts/run.ts';
import type { Trajectory } from '../../contracts/trajectory.ts';
import { type PipelineOptions, runPipeline } from '../../pipeline/run-pipeline.ts';
import type { ConstraintSet } from './constraint-set.ts';

/** Diagnoses trajectories one after the other, with the rules alone or with constraints beside them. */
export interface Diagnoser {
  run(trajectory: Trajectory, options: PipelineOptions): Promise<Run>;
  /** Ends the sandboxes, which are started with the first check that needs one. */
  close(): Promise<void>;
}

/** What constraints need is loaded only where there are any. */
export async function createDiagnoser(set: ConstraintSet | null): Promise<Diagnoser> {
  if (set === null)
    return { run: async (trajectory, options) => runPipeline(trajectory, options), close: async () => {} };
  const [{ runWithConstraints }, { createSandboxes }] = await Promise.all([
    import('../../pipeline/run-with-constraints.ts'),
    import('./sandboxes.ts'),
  ]);
  const sandboxes = createSandboxes(set.cacheFolder);
  const { constraints, libraries } = set;
  const sandbox = sandboxes.get;
  return {
    run: (trajectory, options) =>
      runWithConstraints(withContext(trajectory, set), { constraints, libraries, sandbox }, options),
    close: sandboxes.close,
  };
}

/** A trajectory with the tools and the policy that the agent had, where the trace itself holds none. */
export function withContext(
  trajectory: Trajectory,
  { tools, policy }: Pick<ConstraintSet, 'tools' | 'policy'>,
): Trajectory {
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
