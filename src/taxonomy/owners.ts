/** Who can fix it: a second axis beside the category. */
export const OWNERS = {
  user: { title: 'user', advice: 'Ask for what is missing, or make the simulated user say it.' },
  model: { title: 'model', advice: 'Use a stronger model for this step, or have the step checked.' },
  prompt: { title: 'prompt', advice: 'State the rule in the prompt, with an example of this case.' },
  'tool-schema': { title: 'tool schema', advice: 'Describe the argument and its type in the tool’s schema.' },
  tool: { title: 'tool', advice: 'Make the tool’s result say plainly what happened.' },
  harness: { title: 'harness', advice: 'Change the loop around the model: limits, retries, context assembly.' },
  environment: { title: 'environment', advice: 'Mend or replace the service, site or sandbox that failed.' },
  policy: { title: 'policy', advice: 'Clear up the policy: it forbids, or does not cover, what was asked.' },
  grader: { title: 'grader', advice: 'Check the grader: the run may have been right.' },
} as const satisfies Record<string, { readonly title: string; readonly advice: string }>;

export type Owner = keyof typeof OWNERS;
export const OWNER_IDS = Object.keys(OWNERS) as [Owner, ...Owner[]];
