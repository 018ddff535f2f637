import { joinBlocks } from '../../prompting/context-blocks.ts';
import { FENCE_RULE } from '../../prompting/fence.ts';
import { CATEGORIES, CATEGORY_IDS } from '../../taxonomy/categories.ts';
import { CHECKLIST } from '../../taxonomy/checklist.ts';
import { MODE_IDS, MODES } from '../../taxonomy/modes.ts';
import { EXAMPLES_TEXT } from './examples-text.ts';
import type { ReadingContext } from './llm-judge.ts';

/** Who reads and what is read: the beginning of every system prompt. */
export const READER_TEXT =
  'You find out why the run of an AI agent went wrong. You are shown the record of the run, step by step: what users, ' +
  'agents, tools and their surroundings said and did. You did not take part in it.';

/** How a run is written down in the prompt. */
export const RUN_TEXT =
  'How the run is written: every line that begins with "[step N]" at the margin belongs to step N; a step may have several. ' +
  'A line "== name ==" says who acts in the steps below it. "(in short)" marks a step of which only the beginning is ' +
  'shown, "(not shown)" steps that are left out, "characters left out" the middle of a long text: what is not shown to ' +
  'you did happen, so do not call it missing.';

/** What the three named steps are. */
export const STEPS_TEXT = [
  'Three steps are asked for; they may be the same step:',
  '- firstMistake: the earliest step that is wrong in itself, given what its actor knew then.',
  '- critical: the earliest wrong step that the run never recovers from. A mistake that a later step notices and makes ' +
    'good is not critical, nor is a step that only passes on, carries out or shows what an earlier one got wrong.',
  '- decisive: the step that best explains the bad outcome: with that step right, the outcome would most likely be right.',
].join('\n');

/** How to come to an answer: errors, what repaired them, what their correction would change. */
export const METHOD_TEXT = [
  'Go about it so:',
  '1. Say what a right outcome needs, from the task alone.',
  '2. Go through the steps in order and note each that is wrong, with what it goes against: the task, the policy, an ' +
    'output, an earlier statement. Careless wording, a detour or a failed attempt that is tried again is no failure yet.',
  '3. Strike out what a later step made good.',
  '4. Of what is left, ask: had this step alone been done right, with the smallest change, and the rest followed from it, ' +
    'would the outcome have been right? Keep those with a yes.',
  '5. The earliest of these is the critical step. Blame the step that made the mistake, not the one that shows it, and ' +
    'whoever acted in it: a tool that carries out a wrong call is not to blame, a user who leaves out what is needed is.',
  'Where nothing went wrong, or the run does not show what did, name no step.',
].join('\n');

/** The categories, and where asked for the questions that tell them apart. */
export function categoriesText({ checklist }: Pick<ReadingContext, 'checklist'>): string {
  const lines = CATEGORY_IDS.flatMap((id) => [
    `- ${id} (${CATEGORIES[id].title}): ${CATEGORIES[id].description}`,
    ...(checklist ? CHECKLIST[id].map((question) => `    ? ${question}`) : []),
  ]);
  const use = checklist
    ? 'Answer the questions under a category for the critical step; where all of them get a yes, it fits. Where several ' +
      'fit, take the one that names the cause and not its effect.'
    : 'Take the one that names the cause and not its effect.';
  return `Categories of failure, by their ids:\n${lines.join('\n')}\n${use}`;
}

export const MODES_TEXT = `Modes of failure, by their ids:\n${MODE_IDS.map((id) => `- ${id}: ${MODES[id].description}`).join('\n')}`;

/** What the findings of checks are worth. */
const VIOLATIONS_TEXT =
  'You are also shown what automatic checks found. A finding is a hint with a place: it may be beside the point or wrong, ' +
  'and the failure may be where no check looked. A finding marked as made good later is no failure by itself.';

const REFERENCE_TEXT =
  'You are also shown the reference for this task: what a right outcome looks like. The run did not know it. Use it to ' +
  'tell what in the outcome is wrong, and trace that back; a step is not wrong only because it goes another way.';

/** What makes words of a run count as evidence. */
export const QUOTE_TEXT =
  'Quote exactly, with the number of the step the words stand in; leave out the "[step N]" and the label before the words. ' +
  'Each quote is looked up. Where you cannot tell, say null and be less sure; never make up a step.';

/** The system prompt of a reading that asks for steps and category at once. */
export const readingSystem = (context: ReadingContext, ...more: readonly string[]): string =>
  joinBlocks(
    READER_TEXT,
    FENCE_RULE,
    RUN_TEXT,
    STEPS_TEXT,
    METHOD_TEXT,
    ...contextTexts(context),
    categoriesText(context),
    MODES_TEXT,
    ...more,
    QUOTE_TEXT,
    context.examples ? EXAMPLES_TEXT : '',
  );

/** What is said of the optional parts that a prompt holds. */
export const contextTexts = ({ violations, reference }: ReadingContext): readonly string[] => [
  violations ? VIOLATIONS_TEXT : '',
  reference ? REFERENCE_TEXT : '',
];
