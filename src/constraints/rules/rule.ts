import type { Severity } from '../../contracts/constraint.ts';
import type { Evidence } from '../../contracts/evidence.ts';
import type { ReasoningActionGraph } from '../../contracts/graph.ts';
import type { Step, Trajectory } from '../../contracts/trajectory.ts';
import type { Category } from '../../taxonomy/categories.ts';
import type { Mode } from '../../taxonomy/modes.ts';
import type { TrajectoryIndex } from '../../trajectory/index-trajectory.ts';

export { quote, quoteHead } from '../../trajectory/quote.ts';

export interface RuleContext {
  readonly trajectory: Trajectory;
  readonly graph: ReasoningActionGraph;
  readonly index: TrajectoryIndex;
}

export interface Violation {
  /** The step that is to blame: the one that acted, not the one where it showed. */
  readonly step: Step;
  /** One sentence with the values that differ: `order has 10 available variants, the answer says 11`. */
  readonly message: string;
  /** At least one quote; the first is the one that shows the violation. */
  readonly evidence: readonly Evidence[];
  /** Later step that made it good; null or absent = never. */
  readonly recoveredPosition?: number | null;
}

export interface RuleResult {
  /** How many places were checked, violations counted. 0 = the rule does not apply to this trajectory. */
  readonly checked: number;
  readonly violations: readonly Violation[];
  /** Places where the rule could not tell, with the reason of the first. Never counted as satisfied. */
  readonly undecided?: { readonly count: number; readonly reason: string };
}

/** A global constraint shipped as code: one file, one doc page, one line in the table. */
export interface Rule {
  /** Kebab-case, the name of the file; says what must hold. */
  readonly id: string;
  /** What must hold, in one sentence. */
  readonly description: string;
  readonly appliesTo: 'trajectory' | 'step';
  /** Category and mode that a violation points to. */
  readonly category: Category;
  readonly mode: Mode | null;
  readonly severity: Severity;
  readonly type: 'SCHEMA' | 'PROTOCOL' | 'RELATIONAL_POST' | 'PROVENANCE' | 'TEMPORAL' | 'CAPABILITY' | 'ANY';
  /** One pass over the index: near-linear in the size of the trajectory. */
  evaluate(context: RuleContext): RuleResult;
}

export const defineRule = (rule: Rule): Rule => rule;
