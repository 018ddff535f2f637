import { AppError } from '../../base/errors.ts';
import { nearestWord } from '../../config/nearest-word.ts';
import type { Constraint } from '../../contracts/constraint.ts';
import type { LoadedPack } from './load-packs.ts';

export interface FoundConstraint {
  readonly constraint: Constraint;
  readonly loaded: LoadedPack;
}

/** Every constraint of packs, with its pack. */
export const constraintsOf = (packs: readonly LoadedPack[]): readonly FoundConstraint[] =>
  packs.flatMap((loaded) => loaded.pack.constraints.map((constraint) => ({ constraint, loaded })));

/**
 * The constraint of an id.
 * @throws AppError USAGE_INVALID naming the nearest
 */
export function findConstraint(id: string, packs: readonly LoadedPack[]): FoundConstraint {
  const all = constraintsOf(packs);
  const found = all.find(({ constraint }) => constraint.id === id);
  if (found !== undefined) return found;
  const near = nearestWord(
    id,
    all.map(({ constraint }) => constraint.id),
  );
  throw new AppError('USAGE_INVALID', `no constraint "${id}"${near === null ? '' : `; did you mean "${near}"?`}`);
}
