import type { Severity } from '../../contracts/constraint.ts';
import type { Evidence } from '../../contracts/evidence.ts';
import type { Step } from '../../contracts/trajectory.ts';
import type { Category } from '../../taxonomy/categories.ts';
import type { Mode } from '../../taxonomy/modes.ts';
import type { InvariantView } from './view.ts';

/** What a model has to be shown to answer the question of an invariant. */
export const QUESTION_NEEDS = {
  step: 'What the step says and calls, in full',
  results: 'What came back for its calls',
  intent: 'What the step before it, or the step itself, says it is about to do',
  before: 'The steps before it, each by its intent, action and signal',
  after: 'The steps after it, each by its intent, action and signal',
  sources: 'The earlier words that its values come from, along the data edges of the graph',
  task: 'What was asked for, and what was said of it since',
  policy: 'The rules that the agent was given',
  tools: 'The tools at hand, with what they are for and take',
} as const satisfies Record<string, string>;
export type QuestionNeed = keyof typeof QUESTION_NEEDS;

/** What a model is asked of a step that the deterministic part leaves open. No model is called here. */
export interface ModelQuestion {
  /** One sentence that is answered with yes where the invariant is broken. */
  readonly question: string;
  readonly rubric: { readonly broken: string; readonly holds: string; readonly unclear: string };
  readonly needs: readonly QuestionNeed[];
}

/** One place at which an invariant does not hold. */
export interface Finding {
  readonly mode: Mode;
  readonly category: Category;
  /** Position of the step that is to blame. */
  readonly position: number;
  readonly severity: Severity;
  /** What was seen, in one sentence. */
  readonly reason: string;
  readonly evidence: readonly Evidence[];
  /** Later step that made it good; null = never. */
  readonly recoveredPosition: number | null;
  /** The constraint whose violation it is; null where the invariant saw it by itself. */
  readonly constraintId: string | null;
}

/** What an invariant itself sees, without the parts that are the same for all it finds. */
export type Seen = Omit<Finding, 'mode' | 'constraintId' | 'category' | 'recoveredPosition'> &
  Partial<Pick<Finding, 'category' | 'recoveredPosition'>>;

/** A condition that should never come true at a step (AgentScope's neural invariants), one for each mode. */
export interface Invariant {
  readonly mode: Mode;
  /** What must not happen, in words. */
  readonly condition: string;
  /** What the deterministic part looks at, beside the violations of constraints that point to the mode. */
  readonly looksAt: string;
  /** What it cannot see without a model. */
  readonly cannotSee: string;
  /** Category of what it sees by itself, where that says nothing finer. */
  readonly category: Category;
  readonly question: ModelQuestion;
  /** What it sees in trajectory and graph by itself. One pass over the view. */
  find(view: InvariantView): readonly Seen[];
  /** Whether the step could break it in a way that only a model can see. Constant time, or the work of `find` once. */
  isOpen(view: InvariantView, step: Step): boolean;
}

export const defineInvariant = (invariant: Invariant): Invariant => invariant;
