import { excerpt } from '../base/text.ts';
import type { Tool, Trajectory } from '../contracts/trajectory.ts';
import { fence } from './fence.ts';

/** The task as the agent was given it, fenced; empty where the trace does not hold it. */
export const taskBlock = ({ instruction }: Pick<Trajectory, 'instruction'>): string =>
  instruction === null ? '' : `The task:\n${fence('task', instruction)}`;

/** How the run ended as far as its source says, fenced; always there, so that what is asked does not depend on it. */
export const outcomeBlock = ({ outcome }: Pick<Trajectory, 'outcome'>): string =>
  `How the run ended:\n${fence('outcome', `${OUTCOME_TEXT[outcome.status]} (${excerpt(outcome.reason, 200)})`)}`;

const OUTCOME_TEXT = {
  failed: 'it failed',
  succeeded: 'it succeeded',
  unknown: 'not known: it may have failed or not',
} as const satisfies Record<Trajectory['outcome']['status'], string>;

/** The rules that the agent was given, fenced; empty where there are none. */
export const policyBlock = (policy: string | null): string =>
  policy === null || policy.trim() === '' ? '' : `The policy the agent had to follow:\n${fence('policy', policy)}`;

/** The tools of the agent, one JSON object a line, fenced; empty where none are known. */
export const toolsBlock = (tools: readonly Tool[]): string =>
  tools.length === 0
    ? ''
    : `The tools the agent had, one a line:\n${fence(
        'tools',
        tools.map(({ name, description, parameters }) => JSON.stringify({ name, description, parameters })).join('\n'),
      )}`;

/** Parts of a prompt with a blank line between; empty ones are left out. */
export const joinBlocks = (...blocks: readonly string[]): string => blocks.filter((block) => block !== '').join('\n\n');
