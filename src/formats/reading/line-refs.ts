import type { Trajectory } from '../../contracts/trajectory.ts';
import type { SessionLine } from '../format.ts';

/** A trajectory that was read from the list of a file's lines, with `/3/…` as the place of a step turned into `line:N/…`. */
export function asLineRefs(trajectory: Trajectory, lines: readonly SessionLine[]): Trajectory {
  const place = (ref: string): string => {
    const match = /^\/(\d+)(.*)$/s.exec(ref);
    const line = match === null ? undefined : lines[Number(match[1])];
    return line === undefined ? ref : `line:${line.lineNumber}${match?.[2] ?? ''}`;
  };
  const placeOrNull = (ref: string | null) => (ref === null ? null : place(ref));
  const { coverage } = trajectory;
  return {
    ...trajectory,
    source: { ...trajectory.source, recordRef: place(trajectory.source.recordRef) },
    steps: trajectory.steps.map((step) => ({
      ...step,
      rawRef: place(step.rawRef),
      events: step.events.map((event) => (event.rawRef === null ? event : { ...event, rawRef: place(event.rawRef) })),
    })),
    coverage: {
      ...coverage,
      warnings: coverage.warnings.map((warning) => ({ ...warning, firstRef: placeOrNull(warning.firstRef) })),
    },
  };
}
