import type { ConstraintPack } from '../../contracts/constraint-pack.ts';

/**
 * What became of something that a model wrote:
 * `repaired` it could not be used and was put right by the model; `dropped` it could not, and is not in the pack; `changed`
 * a part of it was read in our words, or left out; `merged` it stood there twice; `never-triggered` it applies nowhere in
 * the run it was written for; `doubtful` it looks like a false alarm; `pruned` a model's review took it out: it stays in the
 * pack with the weight 0; `call-failed` a call gave nothing; `left-out` something was not asked about, or not written.
 */
export type SynthesisFindingKind =
  | 'repaired'
  | 'dropped'
  | 'changed'
  | 'merged'
  | 'never-triggered'
  | 'doubtful'
  | 'pruned'
  | 'call-failed'
  | 'left-out';

export interface SynthesisFinding {
  /** Id of the constraint; null where it is about none of the pack. */
  readonly constraint: string | null;
  readonly kind: SynthesisFindingKind;
  readonly message: string;
}

/** Constraints that a model wrote, and what there is to say of them. */
export interface SynthesisResult {
  readonly pack: ConstraintPack;
  readonly findings: readonly SynthesisFinding[];
}
