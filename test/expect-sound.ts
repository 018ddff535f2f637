import { expect } from 'vitest';
import { type Trajectory, trajectorySchema } from '../src/contracts/trajectory.ts';

/** What holds for the trajectories of every format: schema, order, unique ids, links that lead somewhere. */
export function expectSound(trajectory: Trajectory): void {
  expect(() => trajectorySchema.parse(trajectory)).not.toThrow();
  const ids = trajectory.steps.map((step) => step.id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(trajectory.steps.map((step) => step.position)).toEqual(ids.map((_, index) => index));
  for (const { parentId } of trajectory.steps) if (parentId !== null) expect(ids).toContain(parentId);
  const events = trajectory.steps.flatMap((step) => step.events);
  expect(new Set(events.map((event) => event.id)).size).toBe(events.length);
  const calls = new Set(events.flatMap((event) => (event.kind === 'tool-call' ? event.callId : [])));
  for (const event of events)
    if (event.kind === 'tool-result' && event.callId !== null) expect(calls).toContain(event.callId);
}
