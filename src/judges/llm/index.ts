import {
  whoAndWhenAllAtOnce,
  whoAndWhenBinarySearch,
  whoAndWhenFirstUnrecoverable,
  whoAndWhenStepByStep,
} from '../baselines/who-and-when.ts';
import { allAtOnce } from './all-at-once.ts';
import { compare } from './compare.ts';
import type { LlmJudge, LlmJudgeId } from './llm-judge.ts';
import { requirements } from './requirements.ts';
import { stepThenCategory } from './step-then-category.ts';

/** Every way to have a run read by a model. */
export const LLM_JUDGES: Readonly<Record<LlmJudgeId, LlmJudge>> = {
  'llm-all-at-once': allAtOnce,
  'llm-step-then-category': stepThenCategory,
  'llm-compare': compare,
  'llm-requirements': requirements,
  'who-and-when-all-at-once': whoAndWhenAllAtOnce,
  'who-and-when-step-by-step': whoAndWhenStepByStep,
  'who-and-when-binary-search': whoAndWhenBinarySearch,
  'who-and-when-first-unrecoverable': whoAndWhenFirstUnrecoverable,
};
