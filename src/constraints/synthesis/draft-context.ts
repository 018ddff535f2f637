import type { Constraint } from '../../contracts/constraint.ts';

/** What a draft is read against. */
export interface DraftContext {
  readonly scope: Constraint['scope'];
  /** Names that guards may use; null = not known, so that none can be called wrong. */
  readonly tools: ReadonlySet<string> | null;
  readonly agents: ReadonlySet<string> | null;
  /** Ids of the policy's clauses. */
  readonly clauses: ReadonlySet<string>;
  /** Positions that a dynamic constraint may apply to, both ends counted; null for a global one. */
  readonly range: { readonly from: number; readonly to: number } | null;
  /** The position that a number of a step means; null where there is no such step. */
  readonly positionOf: (number: number) => number | null;
}
