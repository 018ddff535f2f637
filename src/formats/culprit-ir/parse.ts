import { AppError } from '../../base/errors.ts';
import { own } from '../../base/json.ts';
import { readArtifact } from '../../contracts/read-artifact.ts';
import type { Trajectory } from '../../contracts/trajectory.ts';
import type { ParseContext } from '../format.ts';
import { isOwnArtifact } from './detect.ts';

/** Reads back what `culprit convert --to ir` wrote. The source stays the one that the trajectory was made from. */
export function parse(document: unknown, _context: ParseContext): readonly Trajectory[] {
  const artifacts: readonly unknown[] = Array.isArray(document) ? document : [document];
  return artifacts.map(parseOne);
}

function parseOne(value: unknown): Trajectory {
  if (!isOwnArtifact(value)) throw new AppError('TRACE_FORMAT_INVALID', 'culprit-ir: no trajectory and no run');
  const artifact = readArtifact(own(value, 'kind') === 'run' ? own(value, 'trajectory') : value);
  if (artifact.kind !== 'trajectory')
    throw new AppError('TRACE_FORMAT_INVALID', 'culprit-ir: the run holds no trajectory');
  if (artifact.steps.length === 0) {
    throw new AppError('TRACE_NO_STEPS', `culprit-ir: the trajectory "${artifact.id}" has no steps`);
  }
  return artifact;
}
