import { CATEGORIES, type Category } from '../taxonomy/categories.ts';

/** What makes `--fail-on` end with exit code 1. */
export type FailCondition = 'failed' | 'critical' | 'violation' | 'error' | `category:${Category}`;

export const FAIL_CONDITIONS = {
  failed: 'a run failed',
  critical: 'a step is named as the one that broke a run',
  violation: 'a constraint was violated, recovered from or not',
  error: 'a constraint crashed or timed out: what it would have found is not known',
  'category:ID': 'a run broke in this category, such as category:system-failure',
} as const;

const isCategory = (id: string): id is Category => Object.hasOwn(CATEGORIES, id);

/** One condition from its text; null where there is none of that name. */
export function asFailCondition(text: string): FailCondition | null {
  if (text === 'failed' || text === 'critical' || text === 'violation' || text === 'error') return text;
  const category = /^category:(.*)$/s.exec(text)?.[1];
  return category !== undefined && isCategory(category) ? `category:${category}` : null;
}
