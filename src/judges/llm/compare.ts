import { z } from 'zod';
import { joinBlocks } from '../../prompting/context-blocks.ts';
import { FENCE_RULE, fence } from '../../prompting/fence.ts';
import { numberSteps, type StepNumbers } from '../../prompting/number-steps.ts';
import { allAtOnce } from './all-at-once.ts';
import { ANSWERS, pick, readYesNo, type YesNo } from './answer-fields.ts';
import { askOfRun } from './ask-of-run.ts';
import { candidatesText, comparedSteps } from './compare-candidates.ts';
import { findingList, findingShape, readFinding } from './finding-answer.ts';
import { opinionFrom, type Weighed } from './from-findings.ts';
import type { LlmJudge, ReadingContext, ReadingInput } from './llm-judge.ts';
import { emptyOpinion } from './opinion-of.ts';
import { surroundingsOf } from './step-order.ts';
import { categoriesText, contextTexts, MODES_TEXT, QUOTE_TEXT, READER_TEXT, RUN_TEXT } from './system-text.ts';

const id = 'llm-compare';
/** Steps in full for the reading that finds candidates, where none is given. */
const CHEAP_SHORTLIST = 8;

const QUESTIONS_TEXT = [
  'Several steps are laid side by side, each with what is known of it. Of every one of them, answer four questions, each ' +
    'for itself and without looking at the answers to the others ("yes", "no", or "unsure" where the run does not tell):',
  '- wrong: Is the step wrong in itself, given what its actor knew then? Passing on, carrying out or showing what an ' +
    'earlier step got wrong is not.',
  '- first: Is it the first step with this mistake, or does it repeat one of an earlier step?',
  '- neverRepaired: Did no later step notice the mistake and make it good?',
  '- changesOutcome: Had this step alone been done right, with the smallest change, and the rest followed from it, would ' +
    'the outcome have been right?',
  'Do not rank the steps; that is worked out from your answers. How a step came to be a candidate says nothing about ' +
    'whether it is to blame. Where a step that is not among the candidates gets a yes to all four, add it, at most one.',
].join('\n');

const QUESTION =
  'Answer the four questions for each candidate, in the order in which they are listed, with category, mode, quotes and ' +
  'the smallest correction for each.';

const yesNo = (description: string) => z.enum(ANSWERS).meta({ description });

const compareAnswerSchema = z.preprocess(
  (value) => {
    const list = findingList(value, ['candidates', 'steps', 'answers', 'results']);
    if (list === undefined) return value;
    return {
      candidates: list.map((fields) => ({
        ...readFinding(fields),
        wrong: readYesNo(pick(fields, ['wrong', 'iswrong'])),
        first: readYesNo(pick(fields, ['first', 'isfirst', 'firstofitskind'])),
        neverRepaired: readYesNo(pick(fields, ['neverrepaired', 'unrepaired'])),
        changesOutcome: readYesNo(pick(fields, ['changesoutcome', 'changes', 'wouldchangeoutcome'])),
      })),
    };
  },
  z.object({
    candidates: z.array(
      z.object({
        ...findingShape,
        wrong: yesNo('Is it wrong in itself?'),
        first: yesNo('Is it the first with this mistake?'),
        neverRepaired: yesNo('Did nothing later make it good?'),
        changesOutcome: yesNo('Would the smallest correction of it alone change the outcome?'),
      }),
    ),
  }),
);

type Compared = z.infer<typeof compareAnswerSchema>['candidates'][number];

const POINTS = { yes: 2, unsure: 1, no: 0 } as const satisfies Record<YesNo, number>;

/**
 * Which candidate is critical, from the answers alone: a step that is not wrong is out; the others get two points for a
 * yes and one for an unsure on each question; between equals the earlier step (RAFFLES asks the model for a total and
 * takes the latest; arXiv 2509.06822).
 */
export function weighCompared(answers: readonly Compared[], numbers: StepNumbers): Weighed {
  const seen = new Set<number>();
  const placed = answers.flatMap((finding) => {
    const position = numbers.positionOf(finding.step);
    if (position === null || seen.has(position)) return [];
    seen.add(position);
    const { wrong, first, neverRepaired, changesOutcome } = finding;
    const points = [wrong, first, neverRepaired, changesOutcome].reduce((sum, one) => sum + POINTS[one], 0);
    return [{ position, finding, points }];
  });
  const ranked = placed
    .filter(({ finding }) => finding.wrong !== 'no')
    .sort((a, b) => b.points - a.points || a.position - b.position);
  const decisive = ranked
    .filter(({ finding }) => finding.changesOutcome === 'yes')
    .sort((a, b) => (b.finding.confidence ?? 0) - (a.finding.confidence ?? 0) || a.position - b.position)[0];
  return {
    ranked,
    wrong: ranked.filter(({ finding }) => finding.wrong === 'yes').map(({ position }) => position),
    decisive: decisive?.position ?? null,
  };
}

const compareSystem = (context: ReadingContext): string =>
  joinBlocks(
    READER_TEXT,
    FENCE_RULE,
    RUN_TEXT,
    QUESTIONS_TEXT,
    ...contextTexts(context),
    categoriesText(context),
    MODES_TEXT,
    QUOTE_TEXT,
  );

/** Candidates side by side: choosing, not finding, is what single readings get wrong. */
export const compare: LlmJudge = {
  id,
  description:
    'Lays about five candidate steps side by side and asks of each whether it is wrong, first, never repaired and would change the outcome; the winner is computed.',
  sends: 'The run, and the candidates of checks, graph, ranking and earlier readings with what is known of each.',
  source: 'Three claims of RAFFLES (arXiv 2509.06822), on candidates of our own',
  calls: () => 2,
  readsOpinions: true,
  read: async (given) => {
    const { input, problems } = await withOpinions(given);
    const { index, context } = input;
    const numbers = numberSteps(index.trajectory);
    const positions = comparedSteps(input);
    const empty = emptyOpinion(id, input);
    if (positions.length === 0) return { ...empty, problems, failure: 'there is no candidate to compare' };
    const system = compareSystem(context);
    const surroundings = [...new Set(positions.flatMap((one) => surroundingsOf(one, index)))];
    const asked = await askOfRun(input, numbers, {
      system,
      question: QUESTION,
      more: [`The candidates:\n${fence('candidates', candidatesText(positions, input, numbers))}`],
      first: surroundings,
      schema: compareAnswerSchema,
      schemaName: 'comparison',
    });
    const told = [...problems, ...asked.problems];
    if (!asked.ok) return { ...empty, problems: told, failure: asked.failure };
    const weighed = weighCompared(asked.value.candidates, numbers);
    for (const { step } of asked.value.candidates) {
      if (step !== null && numbers.positionOf(step) === null)
        told.push(`candidate: there is no step ${JSON.stringify(step)}`);
    }
    const answered = new Set(asked.value.candidates.map(({ step }) => numbers.positionOf(step)));
    const open = positions.filter((position) => !answered.has(position));
    if (open.length > 0) told.push(`not answered for step ${open.map(numbers.numberOf).join(', ')}`);
    return opinionFrom({ ...empty, problems: told }, weighed, asked.answer, index, numbers);
  },
};

/** The input with at least one earlier reading: a cheap one is made where none is given. */
async function withOpinions(
  input: ReadingInput,
): Promise<{ readonly input: ReadingInput; readonly problems: string[] }> {
  if (input.opinions?.some(({ failure }) => failure === null)) return { input, problems: [] };
  const opinion = await allAtOnce.read({
    ...input,
    client: input.compilerClient ?? input.client,
    shortlist: input.shortlist ?? CHEAP_SHORTLIST,
  });
  return {
    input: { ...input, opinions: [opinion] },
    problems: opinion.failure === null ? [] : [`the reading that finds candidates: ${opinion.failure}`],
  };
}
