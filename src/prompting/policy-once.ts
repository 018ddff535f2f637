import type { Trajectory } from '../contracts/trajectory.ts';

/** Steps in which the policy is looked for: it stands at the beginning. */
const WITHIN = 3;

/**
 * A run whose first steps do not say the policy again, where it is shown before the run: agents are mostly given it as a
 * system message. Only for prompts: quotes are looked up in the run itself.
 */
export function policyOnce<T extends Pick<Trajectory, 'steps'>>(run: T, shownPolicy: string | null): T {
  if (shownPolicy === null || shownPolicy.trim() === '') return run;
  const steps = run.steps.map((step, at) =>
    at < WITHIN && step.events.some(({ text }) => text === shownPolicy)
      ? {
          ...step,
          events: step.events.map((event) =>
            event.text === shownPolicy ? { ...event, text: '(the policy, shown above)' } : event,
          ),
        }
      : step,
  );
  return { ...run, steps };
}
