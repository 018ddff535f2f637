import { joinBlocks } from '../../prompting/context-blocks.ts';
import { FENCE_RULE } from '../../prompting/fence.ts';
import type { ReadingContext } from '../llm/llm-judge.ts';
import { READER_TEXT, RUN_TEXT } from '../llm/system-text.ts';

export const WHO_AND_WHEN = 'Who&When (ICML 2025, arXiv 2505.00212)';

/** What the baselines are shown: the task, and the reference where that is asked for; nothing of ours. */
export const baselineContext = ({ instruction, reference }: ReadingContext): ReadingContext => ({
  violations: false,
  checklist: false,
  examples: false,
  policy: false,
  tools: false,
  instruction,
  reference,
});

/** What counts as the mistake that is looked for: the paper's decisive error, and the target of AgentRx's version 2. */
export const TARGETS = {
  decisive:
    'Looked for is the mistake that decided the outcome: the earliest step whose correction would have turned the failed ' +
    'run into a successful one.',
  unrecoverable:
    'Looked for is the first failure that the run never recovers from: mistakes that a later step made good do not count.',
} as const;

const REFERENCE_TEXT = 'You are also shown the reference for this task: what a right outcome looks like.';

/** The system prompt of a baseline: who reads, what is looked for, how to answer; no categories, no checks. */
export const baselineSystem = (
  target: keyof typeof TARGETS,
  how: string,
  { reference }: Pick<ReadingContext, 'reference'>,
): string => joinBlocks(READER_TEXT, FENCE_RULE, RUN_TEXT, TARGETS[target], reference ? REFERENCE_TEXT : '', how);
