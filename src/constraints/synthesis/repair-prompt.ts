import { estimateTokens } from '../../base/estimate-tokens.ts';
import { joinBlocks } from '../../prompting/context-blocks.ts';
import { fence } from '../../prompting/fence.ts';
import type { Draft } from './draft.ts';

/** A draft that cannot be used, and why. */
export interface BrokenDraft {
  readonly draft: Draft;
  readonly problems: readonly string[];
}

/** Tokens that broken drafts may take where the window of the model is not known. */
export const REPAIR_TOKENS = 24_000;
const MAX_PROBLEMS = 5;

/**
 * Asks to put right what cannot be used: the first request again, so that its beginning costs little, with the drafts and
 * what is wrong with them behind it. Null where not one of them fits.
 */
export function repairPrompt(
  prompt: string,
  broken: readonly BrokenDraft[],
  tokens: number,
): { readonly prompt: string; readonly asked: number } | null {
  const shown: { readonly draft: string; readonly problem: string }[] = [];
  let used = 0;
  for (const { draft, problems } of broken) {
    const one = { draft: JSON.stringify(draft), problem: problems.slice(0, MAX_PROBLEMS).join('; ') };
    const cost = estimateTokens(one.draft + one.problem) + 10;
    // A short one may still fit behind one that does not.
    if (used + cost > tokens) continue;
    used += cost;
    shown.push(one);
  }
  if (shown.length === 0) return null;
  return {
    asked: shown.length,
    prompt: joinBlocks(
      prompt,
      `This was answered before. These of the constraints cannot be used:\n${fence(
        'constraints',
        shown.map(({ draft }) => draft).join('\n'),
      )}`,
      `What is wrong with each, in the same order:\n${fence(
        'problems',
        shown.map(({ problem }, at) => `${at + 1}. ${problem}`).join('\n'),
      )}`,
      'Write these again and no others, put right, with the same ids and in the same order. Leave out what cannot be put right.',
    ),
  };
}
