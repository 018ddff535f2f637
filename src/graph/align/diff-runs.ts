import type { DiffRow, RunComparison, RunDiff } from '../../contracts/run-diff.ts';
import type { Trajectory } from '../../contracts/trajectory.ts';
import type { TrajectoryIndex } from '../../trajectory/index-trajectory.ts';
import { alignSteps } from './align-steps.ts';
import { compareFaces } from './differences.ts';
import { facesOf, type StepFace } from './step-face.ts';

/**
 * How a run that failed differs from runs that passed: each is laid beside it step by step, by what the steps do and not
 * by where they stand. The passing run that goes along furthest comes first: where that one parts is most telling.
 */
export function diffRuns(failing: TrajectoryIndex, passing: readonly TrajectoryIndex[]): RunDiff {
  const faces = facesOf(failing);
  return {
    kind: 'run-diff',
    schemaVersion: 1,
    failing: about(failing.trajectory),
    comparisons: passing
      .map((one, place) => compare(faces, one, place))
      .sort((a, b) => along(b) - along(a) || b.same - a.same || a.changed - b.changed),
  };
}

const about = ({ id, source, outcome, steps }: Trajectory): RunDiff['failing'] => ({
  trajectoryId: id,
  uri: source.uri,
  outcome: outcome.status,
  stepCount: steps.length,
});

/** How many rows the two runs go along before they part. */
const along = ({ divergence, rows }: RunComparison): number => divergence ?? rows.length;

function compare(failing: readonly StepFace[], passing: TrajectoryIndex, place: number): RunComparison {
  const faces = facesOf(passing);
  const rows = alignSteps(failing, faces).map((pair): DiffRow => {
    const mine = pair.failing === null ? undefined : failing[pair.failing];
    const theirs = pair.passing === null ? undefined : faces[pair.passing];
    if (mine !== undefined && theirs !== undefined) return { ...pair, ...compareFaces(mine, theirs) };
    return { ...pair, relation: mine === undefined ? 'only-passing' : 'only-failing', differences: [] };
  });
  const count = (relation: DiffRow['relation']) => rows.filter((row) => row.relation === relation).length;
  const divergence = rows.findIndex((row) => partsAt(row, failing, faces));
  return {
    passing: about(passing.trajectory),
    place,
    same: count('same'),
    reworded: count('reworded'),
    changed: count('changed'),
    onlyFailing: count('only-failing'),
    onlyPassing: count('only-passing'),
    divergence: divergence === -1 ? null : divergence,
    rows,
  };
}

/** Whether the runs do something else at a row. That one says more, or in other words, is no parting of ways. */
function partsAt(row: DiffRow, failing: readonly StepFace[], passing: readonly StepFace[]): boolean {
  if (row.relation === 'changed') return true;
  const alone =
    row.relation === 'only-failing'
      ? failing[row.failing ?? -1]
      : row.relation === 'only-passing'
        ? passing[row.passing ?? -1]
        : undefined;
  return alone !== undefined && (alone.calls.length > 0 || alone.step.events.some(({ kind }) => kind === 'handoff'));
}
