/** Ways in which a model reads a run and says which step broke it. */
export const LLM_JUDGE_IDS = [
  'llm-all-at-once',
  'llm-step-then-category',
  'llm-compare',
  'llm-requirements',
  'who-and-when-all-at-once',
  'who-and-when-step-by-step',
  'who-and-when-binary-search',
  'who-and-when-first-unrecoverable',
] as const;
export type LlmJudgeId = (typeof LLM_JUDGE_IDS)[number];

/** What a model may be shown beside the run: AgentRx's ablations, one option each. */
export const READING_PARTS = ['violations', 'checklist', 'examples', 'policy', 'tools', 'instruction'] as const;
export type ReadingPart = (typeof READING_PARTS)[number];

/** How a model writes constraints for one run: seeing all of it at once, or for each step what came before it. */
export const SYNTHESIS_MODES = ['none', 'one-shot', 'step-by-step'] as const;
export type SynthesisMode = (typeof SYNTHESIS_MODES)[number];
