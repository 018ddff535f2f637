import type { Coverage, Trajectory } from '../../contracts/trajectory.ts';

/** What was read of one trajectory, in numbers. */
export interface Inspection {
  readonly uri: string | null;
  readonly format: string;
  readonly recordRef: string;
  readonly trajectoryId: string;
  readonly outcome: Trajectory['outcome'];
  readonly stepCount: number;
  /** Steps by role. */
  readonly roles: Readonly<Record<string, number>>;
  /** Events by kind. */
  readonly events: Readonly<Record<string, number>>;
  readonly agents: readonly { readonly name: string; readonly role: string; readonly steps: number }[];
  /** Tools that were called or declared, with the number of calls. */
  readonly tools: readonly { readonly name: string; readonly calls: number; readonly declared: boolean }[];
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  readonly hasInstruction: boolean;
  readonly hasPolicy: boolean;
  readonly hasGold: boolean;
  readonly coverage: Coverage;
}

export function inspectTrajectory(trajectory: Trajectory): Inspection {
  const { steps, source } = trajectory;
  const events = steps.flatMap((step) => step.events);
  const calls = tally(events.flatMap((event) => (event.kind === 'tool-call' ? [event.name] : [])));
  const declared = new Set(trajectory.tools.map((tool) => tool.name));
  const perAgent = tally(steps.map((step) => step.agent));
  return {
    uri: source.uri,
    format: source.format,
    recordRef: source.recordRef,
    trajectoryId: trajectory.id,
    outcome: trajectory.outcome,
    stepCount: steps.length,
    roles: Object.fromEntries(tally(steps.map((step) => step.role))),
    events: Object.fromEntries(tally(events.map((event) => event.kind))),
    agents: trajectory.agents.map(({ name, role }) => ({ name, role, steps: perAgent.get(name) ?? 0 })),
    tools: [...new Set([...declared, ...calls.keys()])].map((name) => ({
      name,
      calls: calls.get(name) ?? 0,
      declared: declared.has(name),
    })),
    startedAt: trajectory.startedAt,
    endedAt: trajectory.endedAt,
    hasInstruction: trajectory.instruction !== null,
    hasPolicy: trajectory.policy !== null,
    hasGold: trajectory.gold !== null,
    coverage: trajectory.coverage,
  };
}

function tally(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
