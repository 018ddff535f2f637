import type { Constraint } from '../../contracts/constraint.ts';
import type { Marker } from '../../contracts/diagnosis.ts';
import type { Evidence } from '../../contracts/evidence.ts';
import type { Run } from '../../contracts/run.ts';
import type { TraceEvent } from '../../contracts/trajectory.ts';
import type { CheckOutcome } from '../../contracts/validation-log.ts';
import { type CallRecord, indexTrajectory } from '../../trajectory/index-trajectory.ts';
import { type FileNames, formatName } from '../wording/format-source.ts';
import { groupMarkers, leadOf, type MarkerGroup } from '../wording/marker-words.ts';
import { numberAt } from '../wording/step-names.ts';
import type { TextRange } from './trace-text.ts';

/** A Run with the look-ups that the parts of its page share; made in one pass. */
export interface RunView {
  readonly run: Run;
  /** What people call it. */
  readonly name: string;
  /** Starts every id of this run's part of the page: `r0`. */
  readonly prefix: string;
  /** Level of the run's headline: 1 on a page of its own, 2 among others. */
  readonly level: 1 | 2;
  readonly lead: Marker | null;
  readonly markers: ReadonlyMap<number, MarkerGroup>;
  /** Violations by the step they blame. */
  readonly violations: ReadonlyMap<number, readonly CheckOutcome[]>;
  readonly path: ReadonlySet<number>;
  readonly constraints: ReadonlyMap<string, Constraint>;
  readonly callById: ReadonlyMap<string, CallRecord>;
  /** Key of an event in the page; ids of events are not trusted to be fit for one. */
  readonly eventKeys: ReadonlyMap<string, { readonly key: string; readonly event: TraceEvent }>;
  /** What is quoted from an event. */
  readonly marks: ReadonlyMap<string, readonly TextRange[]>;
}

export function viewRun(run: Run, number: number, level: 1 | 2, fileNames?: FileNames): RunView {
  const { diagnosis, trajectory, validationLog } = run;
  const index = indexTrajectory(trajectory);
  const prefix = `r${number}`;
  const violations = new Map<number, CheckOutcome[]>();
  const marks = new Map<string, TextRange[]>();
  const mark = ({ eventId, start, end }: Evidence) => append(marks, eventId, { start, end });
  for (const outcome of validationLog.outcomes) {
    if (outcome.status !== 'violated') continue;
    if (outcome.position !== null) append(violations, outcome.position, outcome);
    outcome.evidence.forEach(mark);
  }
  diagnosis.evidence.forEach(mark);
  return {
    run,
    name: formatName(diagnosis, fileNames),
    prefix,
    level,
    lead: leadOf(diagnosis),
    markers: new Map(groupMarkers(diagnosis).map((group) => [group.position, group])),
    violations,
    path: new Set(diagnosis.causalPath.map(({ position }) => position)),
    constraints: new Map(validationLog.constraints.map((constraint) => [constraint.id, constraint])),
    callById: index.callById,
    eventKeys: new Map(index.events.map(({ event }, at) => [event.id, { key: `${prefix}e${at}`, event }])),
    marks,
  };
}

function append<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [value]);
  else known.push(value);
}

/** Id of a step's place in the page. */
export const stepId = (view: RunView, position: number): string => `${view.prefix}s${position}`;

/** The number people see for a step. */
export const numberOf = (view: RunView, position: number): number => numberAt(view.run, position);
