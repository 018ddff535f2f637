import { estimateTokens } from '../../base/estimate-tokens.ts';
import { plural } from '../../base/text.ts';
import { joinBlocks, outcomeBlock, policyBlock, taskBlock, toolsBlock } from '../../prompting/context-blocks.ts';
import { fence } from '../../prompting/fence.ts';
import { fitSteps } from '../../prompting/fit-steps.ts';
import { numberingText, type StepNumbers } from '../../prompting/number-steps.ts';
import { type AnswerLength, outputTokens } from './ask.ts';
import type { ReadingInput } from './llm-judge.ts';
import { referenceBlock } from './reference-block.ts';
import { shortlistOf, stepOrder } from './step-order.ts';
import { violationsBlock } from './violations-block.ts';

export interface ShownRun {
  readonly prompt: string;
  /** What of the run is not in the prompt though it was to be, in words. */
  readonly problems: readonly string[];
}

export interface ShowRunOptions {
  readonly system: string;
  /** How long the answer may be; left out = `reading`. */
  readonly length?: AnswerLength;
  /** What is asked, after everything that is shown: fixed words and step numbers alone. */
  readonly question: string;
  /** Further blocks between the run and the question, fenced. */
  readonly more?: readonly string[];
  /** Positions shown in full, best first, whether or not there is a shortlist. */
  readonly full?: readonly number[];
  /** Positions that come first where not all fit; with a shortlist, these instead of the likeliest ones. */
  readonly first?: readonly number[];
  readonly from?: number;
  readonly to?: number;
  /** Whether how the run ended is told; left out = it is. */
  readonly outcome?: boolean;
}

/** Share of the context that policy, tools or task may each take; what is longer is cut, and the prompt says so. */
const BLOCK_SHARE = 0.2;
/** Fences and sentences between the parts. */
const MARGIN_TOKENS = 400;

/**
 * The prompt of a reading: what stays the same from run to run first (providers charge less for a beginning that
 * repeats), then the run, then what the checks found, then the question.
 */
export function showRun(input: ReadingInput, numbers: StepNumbers, options: ShowRunOptions): ShownRun {
  const { index, context, validationLog, client, candidates, shortlist } = input;
  const { trajectory } = index;
  const found = context.violations ? violationsBlock(validationLog, numbers) : { text: '', notes: [] };
  const before = contextBlocks(input);
  const numbersShown = {
    ...numbers,
    range: rangeOf(numbers, options.from ?? 0, options.to ?? trajectory.steps.length),
  };
  const ended = options.outcome === false ? '' : outcomeBlock(trajectory);
  const after = joinBlocks(ended, found.text, ...(options.more ?? []), numberingText(numbersShown), options.question);
  const spent = estimateTokens(options.system) + estimateTokens(before.text) + estimateTokens(after) + MARGIN_TOKENS;
  const room =
    client.contextTokens === null
      ? null
      : Math.max(0, client.contextTokens - outputTokens(client, options.length) - spent);
  const chosen =
    options.full ?? (shortlist === null ? null : (options.first ?? shortlistOf(index, candidates, shortlist)));
  const full = chosen === null ? null : [...new Set([...chosen, ...endOf(index)])];
  const run = fitSteps(trajectory, {
    numbers,
    budgetTokens: room,
    order: [...(full ?? []), ...(options.first ?? []), ...stepOrder(index, candidates, validationLog)],
    shortlist: full === null ? null : full.length,
    elsewhere: context.policy ? policySteps(input) : new Set(),
    ...(options.from === undefined ? {} : { from: options.from }),
    ...(options.to === undefined ? {} : { to: options.to }),
  });
  return {
    prompt: joinBlocks(before.text, `The run:\n${fence('run', run.text)}`, after),
    problems: [...before.problems, ...run.notes, ...found.notes],
  };
}

/** What the run came to is shown in full beside any choice of steps: nothing can be judged without it. */
const endOf = ({ finalAnswer, trajectory: { steps } }: ReadingInput['index']): readonly number[] => [
  ...(finalAnswer === null ? [] : [finalAnswer.step.position]),
  ...(steps.length === 0 ? [] : [steps.length - 1]),
];

/** Of the steps that are shown alone: who reads the beginning is not told how long the run is. */
const rangeOf = (numbers: StepNumbers, from: number, to: number): StepNumbers['range'] =>
  to <= from ? null : { first: numbers.numberOf(from), last: numbers.numberOf(to - 1) };

/** Policy, tools, task and reference, as far as they are asked for. */
export function contextBlocks({ index, context, client }: Pick<ReadingInput, 'index' | 'context' | 'client'>): {
  readonly text: string;
  readonly problems: readonly string[];
} {
  const { policy, tools, instruction, gold } = index.trajectory;
  const most = client.contextTokens === null ? null : Math.floor(client.contextTokens * BLOCK_SHARE) * 3;
  const problems: string[] = [];
  const cut = (what: string, text: string | null): string | null => {
    if (text === null || most === null || text.length <= most) return text;
    problems.push(`${what}: ${plural(text.length - most, 'character')} of it do not fit and were left out`);
    return `${text.slice(0, most)}\n(the rest is left out)`;
  };
  const kept = context.tools ? toolsThatFit(tools, most) : [];
  if (context.tools && kept.length < tools.length) {
    problems.push(`${plural(tools.length - kept.length, 'tool')} do not fit and were left out`);
  }
  const text = joinBlocks(
    context.policy ? policyBlock(cut('the policy', policy)) : '',
    toolsBlock(kept),
    context.instruction ? taskBlock({ instruction: cut('the task', instruction) }) : '',
    context.reference ? referenceBlock(gold) : '',
  );
  return { text, problems };
}

function toolsThatFit<T>(tools: readonly T[], most: number | null): readonly T[] {
  if (most === null) return tools;
  let left = most;
  return tools.filter((tool) => {
    left -= JSON.stringify(tool).length;
    return left >= 0;
  });
}

/** System steps whose words are the policy: it stands above. */
function policySteps({ index: { trajectory } }: Pick<ReadingInput, 'index'>): ReadonlySet<number> {
  const policy = trajectory.policy?.trim();
  if (policy === undefined || policy === '') return new Set();
  return new Set(
    trajectory.steps.flatMap(({ role, position, events }) =>
      role === 'system' && events.length > 0 && events.every(({ text }) => text.trim() === policy) ? [position] : [],
    ),
  );
}
