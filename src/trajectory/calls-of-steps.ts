import type { CallRecord, TrajectoryIndex } from './index-trajectory.ts';

/** The tool calls that each step makes, by position of the step. */
export function callsOfSteps(index: TrajectoryIndex): ReadonlyMap<number, readonly CallRecord[]> {
  const byStep = new Map<number, CallRecord[]>();
  for (const record of index.calls) {
    const known = byStep.get(record.step.position);
    if (known === undefined) byStep.set(record.step.position, [record]);
    else known.push(record);
  }
  return byStep;
}
