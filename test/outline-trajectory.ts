import type { TraceEvent, Trajectory } from '../src/contracts/trajectory.ts';

/** One line a step, to be read and compared: who, id, and its events with the start of their words. */
export const outlineTrajectory = (trajectory: Trajectory, width = 40): readonly string[] =>
  trajectory.steps.map(
    ({ role, agent, id, events }) =>
      `${role}/${agent} ${id}: ${events.map((event) => outline(event, width)).join(' | ')}`,
  );

function outline(event: TraceEvent, width: number): string {
  const text = JSON.stringify(event.text.length > width ? `${event.text.slice(0, width)}…` : event.text);
  switch (event.kind) {
    case 'tool-call':
      return `call ${event.name}#${event.callId} ${text}`;
    case 'tool-result':
      return `result #${event.callId}${event.isError === true ? ' error' : ''} ${text}`;
    case 'handoff':
      return `handoff ${event.from} -> ${event.to} ${text}`;
    case 'other':
      return `other(${event.nativeKind}) ${text}`;
    default:
      return `${event.kind} ${text}`;
  }
}
