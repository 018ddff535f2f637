import { estimateTokens } from '../../base/estimate-tokens.ts';
import type { Trajectory } from '../../contracts/trajectory.ts';
import { shortenMiddle } from '../../prompting/render-steps.ts';

/** How much of each part a call may hold, in tokens. */
export interface RubricRoom {
  /** Of the run, in a call that checks steps, and in one that checks the whole run. */
  readonly step: number;
  readonly run: number;
  /** Most criteria of one call, and the text of their constraints. */
  readonly maxCriteria: number;
  readonly constraints: number;
  /** What an answer is given to begin with, hidden reasoning included, and on top for each criterion. */
  readonly answer: number;
  readonly perCriterion: number;
  /** The policy and the task as they are shown; null where there is none, or a policy is too long. */
  readonly policy: string | null;
  readonly task: string | null;
}

const STEP_TOKENS = 24_000;
const RUN_TOKENS = 100_000;
const POLICY_TOKENS = 8_000;
const TASK_TOKENS = 4_000;
const CONSTRAINT_TOKENS = 6_000;
const ANSWER_TOKENS = 4_000;
const CRITERION_TOKENS = 250;
const MAX_CRITERIA = 80;

/**
 * Shares out the window of a model. The bounds are those of a large one; a smaller one gives an eighth to each part that is
 * not the run. `contextTokens`: null = not known, taken for large.
 */
export function rubricRoom(
  { policy, instruction }: Pick<Trajectory, 'policy' | 'instruction'>,
  contextTokens: number | null,
  system: string,
): RubricRoom {
  const most = (tokens: number): number =>
    contextTokens === null ? tokens : Math.min(tokens, Math.floor(contextTokens / 8));
  const shown = {
    policy: policy !== null && estimateTokens(policy) <= most(POLICY_TOKENS) ? policy : null,
    task: instruction === null ? null : shortened(instruction, most(TASK_TOKENS)),
  };
  const parts = {
    maxCriteria: Math.max(1, Math.floor(most(MAX_CRITERIA * CRITERION_TOKENS) / CRITERION_TOKENS)),
    constraints: most(CONSTRAINT_TOKENS),
    answer: most(ANSWER_TOKENS),
    perCriterion: CRITERION_TOKENS,
    ...shown,
  };
  if (contextTokens === null) return { ...parts, step: STEP_TOKENS, run: RUN_TOKENS };
  const others =
    estimateTokens(system) +
    estimateTokens(shown.policy ?? '') +
    estimateTokens(shown.task ?? '') +
    parts.constraints +
    parts.answer +
    parts.maxCriteria * CRITERION_TOKENS +
    contextTokens / 20;
  const free = Math.max(500, Math.floor(contextTokens - others));
  return { ...parts, step: Math.min(STEP_TOKENS, free), run: Math.min(RUN_TOKENS, free) };
}

const shortened = (text: string, tokens: number): string =>
  estimateTokens(text) <= tokens ? text : shortenMiddle(text, tokens);
