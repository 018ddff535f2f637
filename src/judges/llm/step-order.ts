import type { Candidate } from '../../contracts/judgment.ts';
import type { ValidationLog } from '../../contracts/validation-log.ts';
import type { TrajectoryIndex } from '../../trajectory/index-trajectory.ts';
import { violationsByWeight } from './violations-block.ts';

/** Steps that a step belongs to: those that its calls are answered in, those whose calls it answers. */
export function partnersOf(position: number, index: TrajectoryIndex): readonly number[] {
  const step = index.trajectory.steps[position];
  if (step === undefined) return [];
  return step.events.flatMap((event) => {
    if (event.kind !== 'tool-call' && event.kind !== 'tool-result') return [];
    const record = event.callId === null ? undefined : index.callById.get(event.callId);
    const partner = event.kind === 'tool-call' ? record?.resultStep?.position : record?.step.position;
    return partner === undefined || partner === position ? [] : [partner];
  });
}

/** A step, the calls or results it belongs to, and its neighbours. */
export const surroundingsOf = (position: number, index: TrajectoryIndex, reach = 1): readonly number[] => {
  const near = Array.from({ length: 2 * reach }, (_, at) => position + (at < reach ? at - reach : at - reach + 1));
  return [position, ...partnersOf(position, index), ...near].filter((one) => index.trajectory.steps[one] !== undefined);
};

/**
 * Positions by how much they matter to a reader with little room: the first candidates with what they belong to, steps
 * that checks speak against, the end, the beginning; others are not listed.
 */
export function stepOrder(
  index: TrajectoryIndex,
  candidates: readonly Pick<Candidate, 'position'>[],
  log: ValidationLog,
): readonly number[] {
  const { steps } = index.trajectory;
  const answer = index.finalAnswer?.step.position;
  return [
    ...new Set([
      ...candidates.flatMap(({ position }) => surroundingsOf(position, index)),
      ...violationsByWeight(log).flatMap(({ position }) => (position === null ? [] : [position])),
      ...(answer === undefined ? [] : [answer]),
      ...(steps.length === 0 ? [] : [steps.length - 1]),
      ...steps.slice(0, 2).map(({ position }) => position),
    ]),
  ];
}

/** The first `count` candidates, each with the calls, results and neighbours it belongs to. */
export const shortlistOf = (
  index: TrajectoryIndex,
  candidates: readonly Pick<Candidate, 'position'>[],
  count: number,
): readonly number[] => [
  ...new Set(candidates.slice(0, count).flatMap(({ position }) => surroundingsOf(position, index))),
];
