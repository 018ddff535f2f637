import type { Category } from './categories.ts';
import type { Mode } from './modes.ts';
import type { Owner } from './owners.ts';

/** Where a category says nothing finer: the mode it most often is, and who can usually fix it. */
export const CATEGORY_DEFAULTS = {
  'instruction-plan-adherence': { mode: 'instruction-unfollowing', owner: 'prompt' },
  'invention-of-information': { mode: 'wrong-context', owner: 'model' },
  'invalid-invocation': { mode: 'invocation-issue', owner: 'tool-schema' },
  'misinterpretation-of-tool-output': { mode: 'context-miss', owner: 'model' },
  'intent-plan-misalignment': { mode: 'action-mismatch', owner: 'prompt' },
  'underspecified-user-intent': { mode: 'insufficient-context', owner: 'user' },
  'intent-not-supported': { mode: 'action-mismatch', owner: 'tool' },
  'guardrails-triggered': { mode: 'execution-failure', owner: 'policy' },
  'system-failure': { mode: 'execution-failure', owner: 'environment' },
  inconclusive: { mode: null, owner: null },
} as const satisfies Record<Category, { readonly mode: Mode | null; readonly owner: Owner | null }>;
