import type { Category } from './categories.ts';

/**
 * Yes-or-no questions that tell a category from its neighbours: AgentRx's checklist (arXiv 2602.02475, section 3.1), in
 * our own words. A yes to all questions of a category speaks for it.
 */
export const CHECKLIST = {
  'instruction-plan-adherence': [
    'Is there an instruction, a clause of the policy or an item of the plan that the step left out or went against?',
    'Was that instruction known to the actor before the step?',
    'Would the step be fine if that instruction had never been given?',
  ],
  'invention-of-information': [
    'Does the step state or use something that no user, tool or earlier step gave?',
    'Is it more than a wrong reading of something that is there?',
  ],
  'invalid-invocation': [
    'Does the step call a tool with malformed, missing or wrongly typed arguments, or a tool that does not exist?',
    'Was the call itself refused or useless for that reason, and not for what the arguments ask for?',
  ],
  'misinterpretation-of-tool-output': [
    'Is there an output of a tool or of another agent that the step draws a conclusion from?',
    'Does the output, read with care, say something else than the step takes from it?',
  ],
  'intent-plan-misalignment': [
    'Does the step plan or pursue something else than what was asked for?',
    'Was what was asked for clear enough to be understood rightly?',
  ],
  'underspecified-user-intent': [
    'Was something needed to finish the task that the user never said?',
    'Could the actor neither look it up nor be expected to ask for it, or did the user not answer?',
  ],
  'intent-not-supported': [
    'Was something asked for that no tool of the run can do?',
    'Did the run fail for that reason, and not because a tool was used wrongly?',
  ],
  'guardrails-triggered': [
    'Did a safety or access rule stop the run: a refused request, a captcha, a login wall, a 403?',
    'Was the request right in itself?',
  ],
  'system-failure': [
    'Did infrastructure fail: a time-out, an endpoint that is down, a crash, a rate limit, no memory?',
    'Would the same step have worked with the infrastructure in order?',
  ],
  inconclusive: ['Do two or more other categories fit equally well, or none?'],
} as const satisfies Record<Category, readonly string[]>;
