import type { Rule } from './rule.ts';
import toolCallAnswered from './tool-call-answered.ts';

/** Every rule that is shipped, by id. */
export const RULES: Readonly<Record<string, Rule>> = {
  'tool-call-answered': toolCallAnswered,
};
