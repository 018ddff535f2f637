/** AgentRx's nine root-cause categories (arXiv 2602.02475, table 1), and `inconclusive`. */
export const CATEGORIES = {
  'instruction-plan-adherence': {
    title: 'Instruction or plan not followed',
    description: 'The agent left out, changed or added to what its instructions, its policy or its own plan ask for.',
  },
  'invention-of-information': {
    title: 'Invention of information',
    description: 'The agent stated or used something that neither the user nor a tool gave it.',
  },
  'invalid-invocation': {
    title: 'Invalid invocation',
    description: 'A tool was called with malformed, missing or wrongly typed arguments, or does not exist.',
  },
  'misinterpretation-of-tool-output': {
    title: 'Misinterpretation of tool output',
    description: 'The agent read a tool’s result wrongly and acted on the wrong reading.',
  },
  'intent-plan-misalignment': {
    title: 'Plan does not serve the intent',
    description: 'The agent understood what was asked differently from what was meant, and planned for that.',
  },
  'underspecified-user-intent': {
    title: 'User intent underspecified',
    description: 'What was needed to finish was never said by the user, and the agent could not know it.',
  },
  'intent-not-supported': {
    title: 'Intent not supported',
    description: 'What was asked cannot be done with the tools at hand.',
  },
  'guardrails-triggered': {
    title: 'Guardrail triggered',
    description: 'A safety or access rule blocked the run: refused request, captcha, login wall, 403.',
  },
  'system-failure': {
    title: 'System failure',
    description: 'Infrastructure failed: time-out, endpoint down, crash, rate limit, resource exhausted.',
  },
  inconclusive: { title: 'Inconclusive', description: 'The evidence does not single out a category.' },
} as const satisfies Record<string, { readonly title: string; readonly description: string }>;

export type Category = keyof typeof CATEGORIES;
export const CATEGORY_IDS = Object.keys(CATEGORIES) as [Category, ...Category[]];
