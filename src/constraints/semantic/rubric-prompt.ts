import type { Trajectory } from '../../contracts/trajectory.ts';
import { joinBlocks, policyBlock, taskBlock } from '../../prompting/context-blocks.ts';
import { FENCE_RULE, fence } from '../../prompting/fence.ts';
import { numberingText, type StepNumbers } from '../../prompting/number-steps.ts';
import type { StepWindow } from '../../prompting/window-steps.ts';
import { constraintText } from './constraint-text.ts';
import type { RubricCheck } from './plan-rubric-calls.ts';

/** The algorithm of AgentRx's semantic checks (arXiv 2602.02475, appendix E.2), with the verdict left to us. */
export const RUBRIC_SYSTEM = [
  'You check whether constraints hold in the recorded run of an AI agent. Each constraint has criteria. For each criterion of each check, decide from the steps that are shown and from nothing else:',
  '- CLEAR_PASS: the steps show that the criterion is met.',
  '- CLEAR_FAIL: the steps show that the criterion is not met. Quote the words that show it. Where something is missing that had to be there, quote the words of the step that should have had it, or that acted without it.',
  '- UNCLEAR: what is needed is not shown, the criterion does not apply there, or it can be read either way. When in doubt, UNCLEAR.',
  'Judge a step by what had happened up to it: what comes later neither excuses nor condemns it, and only steps up to the checked one may be quoted. A check of the whole run may rest on any step.',
  'Do not guess at what people meant, and do not assume what no step says. Quotes are copied exactly, one unbroken piece of one event, without the step number before it. Give no overall verdict: it is worked out from your answers.',
  FENCE_RULE,
].join('\n\n');

export interface RubricPromptInput {
  readonly trajectory: Trajectory;
  readonly numbers: StepNumbers;
  readonly window: StepWindow;
  readonly checks: readonly RubricCheck[];
  /** The policy, where it is short enough to be shown; null where it is not, or there is none. */
  readonly policy: string | null;
  /** The task as it is shown: a long one without its middle. */
  readonly task: string | null;
}

/** What one call asks. Nothing of the run or of a constraint stands outside of a fence. */
export function rubricPrompt({ trajectory, numbers, window, checks, policy, task }: RubricPromptInput): string {
  const constraints = [...new Set(checks.map(({ constraint }) => constraint))];
  const numberOf = new Map(constraints.map((constraint, at) => [constraint, at + 1]));
  return joinBlocks(
    policyBlock(policy),
    policy === null && trajectory.policy !== null ? 'The policy the agent was given is too long to be shown.' : '',
    taskBlock({ instruction: task }),
    `The run. ${numberingText(numbers)} ${window.says}\n${fence('run', window.text)}`,
    'The constraints, each with its criteria:',
    ...constraints.map((constraint, at) => `Constraint ${at + 1}:\n${fence('constraint', constraintText(constraint))}`),
    [
      'The checks:',
      ...checks.map(({ constraint, position, criteria }, at) => {
        const place = position === null ? 'over the whole run' : `at step ${numbers.numberOf(position)}`;
        const asked = criteria.length === 1 ? 'criterion 1' : `criteria 1 to ${criteria.length}`;
        return `Check ${at + 1}: constraint ${numberOf.get(constraint)} ${place} (${asked}).`;
      }),
      'Answer for every criterion of every check.',
    ].join('\n'),
  );
}
