import type { Run } from '../../contracts/run.ts';
import { stepNumber } from '../../trajectory/step-number.ts';

/** The number people see for the step at a position of this run. */
export const numberAt = ({ trajectory }: Pick<Run, 'trajectory'>, position: number): number =>
  stepNumber(trajectory.steps[position] ?? { position, nativeIndex: null });
