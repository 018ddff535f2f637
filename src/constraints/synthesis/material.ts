import { estimateTokens } from '../../base/estimate-tokens.ts';
import type { ModelClient } from '../../contracts/model.ts';
import type { Tool } from '../../contracts/trajectory.ts';
import { policyBlock, taskBlock, toolsBlock } from '../../prompting/context-blocks.ts';
import { shortenMiddle } from '../../prompting/render-steps.ts';

/** How many tokens the parts of a request may take. */
export interface Room {
  /** All that is shown. */
  readonly prompt: number;
  readonly answer: number;
}

const PROMPT_TOKENS = 100_000;
/** Older models give no longer answers, and refuse to be asked for them. */
const ANSWER_TOKENS = 16_000;
/** Shares of the prompt that a policy, the tools and the task may take. */
const SHARES = { policy: 0.25, tools: 0.2, task: 0.05 } as const;

/** Shares out the window of a model, a large one where it is not known. */
export function roomOf({ contextTokens }: Pick<ModelClient, 'contextTokens'>, system: string): Room {
  if (contextTokens === null) return { prompt: PROMPT_TOKENS, answer: ANSWER_TOKENS };
  const answer = Math.min(ANSWER_TOKENS, Math.floor(contextTokens * 0.3));
  // A tenth for headings, and for what a repair shows on top.
  const free = contextTokens - answer - estimateTokens(system) - contextTokens / 10;
  return { prompt: Math.max(1_000, Math.min(PROMPT_TOKENS, Math.floor(free))), answer };
}

export interface Material {
  readonly policy: string;
  /** The policy, where all of it is shown; else null. */
  readonly wholePolicy: string | null;
  readonly tools: string;
  readonly task: string;
  /** What of it is left out, in words. */
  readonly notes: readonly string[];
  readonly tokens: number;
}

/** What stands first in every prompt of a domain or run: policy, tools and task, fenced, each cut to its share. */
export function materialOf(
  given: { readonly policy: string | null; readonly tools: readonly Tool[]; readonly instruction: string | null },
  { prompt }: Room,
): Material {
  const notes: string[] = [];
  const cut = (text: string, share: number, what: string): string => {
    const most = Math.floor(prompt * share);
    if (estimateTokens(text) <= most) return text;
    notes.push(`the ${what} is too long to be shown whole: its middle is left out`);
    return shortenMiddle(text, most);
  };
  const shownPolicy = given.policy === null ? null : cut(given.policy, SHARES.policy, 'policy');
  const policy = policyBlock(shownPolicy);
  const task = taskBlock({
    instruction: given.instruction === null ? null : cut(given.instruction, SHARES.task, 'task'),
  });
  let tools = toolsBlock(given.tools);
  if (estimateTokens(tools) > prompt * SHARES.tools) {
    notes.push('the tools are too long to be shown whole: their arguments are left out');
    tools = toolsBlock(given.tools.map(({ name }) => ({ name, description: null, parameters: null })).slice(0, 500));
  }
  const wholePolicy = shownPolicy === given.policy ? given.policy : null;
  return { policy, wholePolicy, tools, task, notes, tokens: estimateTokens(policy + tools + task) };
}
