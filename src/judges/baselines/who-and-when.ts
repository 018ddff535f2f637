/** The three readings that Who&When compares (ICML 2025, arXiv 2505.00212), and one for AgentRx's target, as baselines. */
export { whoAndWhenAllAtOnce, whoAndWhenFirstUnrecoverable } from './who-and-when-all-at-once.ts';
export { whoAndWhenBinarySearch } from './who-and-when-binary-search.ts';
export { whoAndWhenStepByStep } from './who-and-when-step-by-step.ts';
