import type { ConstraintPack } from '../../contracts/constraint-pack.ts';

/**
 * What an import noticed:
 * `repair` broken source or data was put right; `skipped` nothing could be made of it, it is not in the pack;
 * `placeholder` a template holds a name that has to be filled in; `role` a role that AgentRx's own checker never matches
 * and ours does; `steps` numbers of steps as a range, a list or in words; `pattern` rewritten for an engine that takes
 * linear time, or not possible in it; `never-matches` a trigger that no step can meet; `return` a check that answers other
 * than by True or False; `off-schema` a key or value that AgentRx's schema does not have.
 */
type FindingKind =
  | 'repair'
  | 'skipped'
  | 'placeholder'
  | 'role'
  | 'steps'
  | 'pattern'
  | 'never-matches'
  | 'return'
  | 'off-schema';

export interface ImportFinding {
  /** Id of the constraint in the pack; null for the file as a whole. */
  readonly constraint: string | null;
  readonly kind: FindingKind;
  readonly message: string;
}

export interface ImportResult {
  readonly pack: ConstraintPack;
  readonly findings: readonly ImportFinding[];
}

/** Takes a finding about the constraint that is being read. */
export type Note = (kind: FindingKind, message: string) => void;
