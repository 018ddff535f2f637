import type { ReasoningActionGraph } from '../../contracts/graph.ts';
import type { Candidate } from '../../contracts/judgment.ts';
import type { ModelClient } from '../../contracts/model.ts';
import type { Opinion } from '../../contracts/opinion.ts';
import type { ValidationLog } from '../../contracts/validation-log.ts';
import type { TrajectoryIndex } from '../../trajectory/index-trajectory.ts';

/** What a model is shown beside the run, each part an option of its own: AgentRx's ablations (arXiv 2602.02475, table 5). */
export interface ReadingContext {
  /** What the checks found. */
  readonly violations: boolean;
  /** Questions that tell the categories apart. */
  readonly checklist: boolean;
  /** Small worked examples. */
  readonly examples: boolean;
  readonly policy: boolean;
  readonly tools: boolean;
  /** The task. */
  readonly instruction: boolean;
  /** The reference answer, from `trajectory.gold`; labels never. */
  readonly reference: boolean;
}

/** What AgentRx's judge is given when it is given all it can have without a reference answer. */
export const FULL_CONTEXT: ReadingContext = {
  violations: true,
  checklist: true,
  examples: false,
  policy: true,
  tools: true,
  instruction: true,
  reference: false,
};

/** A run, what the stages before made of it, and who is to read it. */
export interface ReadingInput {
  readonly index: TrajectoryIndex;
  readonly graph: ReasoningActionGraph;
  readonly validationLog: ValidationLog;
  /** Candidates of the embedded judge, best first: where a shortlist and a comparison start. */
  readonly candidates: readonly Candidate[];
  readonly context: ReadingContext;
  /** Steps shown in full, the rest as a line each; null = all in full, if they fit. */
  readonly shortlist: number | null;
  readonly client: ModelClient;
  /** A cheaper model for what needs no reading of the run; left out = `client`. */
  readonly compilerClient?: ModelClient;
  /** What others made of the run: a comparison takes their steps as candidates instead of asking for some. */
  readonly opinions?: readonly Opinion[];
  /** Which of several readings this is, from 0. */
  readonly sampleIndex: number;
  readonly signal?: AbortSignal;
}

/** One way to have a run read by a model. */
export interface LlmJudge {
  readonly id: string;
  /** What it asks, in one sentence. */
  readonly description: string;
  /** Calls for a run of so many steps, at most; a repair of an answer is not counted. */
  calls(steps: number): number;
  /** What is sent of a run, in words. */
  readonly sends: string;
  /** Where it comes from; null where it is ours. */
  readonly source: string | null;
  /** It looks at the opinions of others where there are some. */
  readonly readsOpinions?: boolean;
  /**
   * Reads a run. A call that fails costs the opinion, or a part of it, and is told in it.
   * @throws what `signal` was aborted with
   */
  read(input: ReadingInput): Promise<Opinion>;
}

export { LLM_JUDGE_IDS, type LlmJudgeId } from '../../contracts/model-options.ts';
