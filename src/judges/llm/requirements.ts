import { z } from 'zod';
import { isRecord } from '../../base/json.ts';
import { joinBlocks } from '../../prompting/context-blocks.ts';
import { FENCE_RULE, fence } from '../../prompting/fence.ts';
import { numberSteps, type StepNumbers } from '../../prompting/number-steps.ts';
import { ANSWERS, fieldsOf, pick, readList, readStep, readText, readYesNo } from './answer-fields.ts';
import { ask } from './ask.ts';
import { askOfRun } from './ask-of-run.ts';
import { findingList, findingShape, readFinding } from './finding-answer.ts';
import { opinionFrom, type Weighed } from './from-findings.ts';
import type { LlmJudge, ReadingContext, ReadingInput } from './llm-judge.ts';
import { emptyOpinion } from './opinion-of.ts';
import { contextBlocks } from './show-run.ts';
import { categoriesText, contextTexts, MODES_TEXT, QUOTE_TEXT, READER_TEXT, RUN_TEXT } from './system-text.ts';

const id = 'llm-requirements';
const MAX_REQUIREMENTS = 16;
const MAX_REQUIREMENT = 500;

const COMPILER_SYSTEM = joinBlocks(
  'An AI agent is given a task. Before anyone looks at what it did, you write down what a successful run must fulfil.',
  FENCE_RULE,
  [
    'Write at most 16 requirements, each a sentence of its own that a reader of the run can check with yes or no at some ' +
      'step: what must be found out or done, with which values and limits, in which order where that matters, what must ' +
      'not happen, and what the final answer has to hold.',
    'Take them from the task, the policy and the tools alone; where these leave something open, require nothing about it. ' +
      'Do not solve the task, and require no particular way of doing it.',
  ].join('\n'),
);
const COMPILER_QUESTION = 'Which requirements must a successful run of this task fulfil?';

const requirementsSchema = z.preprocess(
  (value) => {
    const list = Array.isArray(value) ? value : pick(fieldsOf(value), ['requirements', 'successrequirements', 'list']);
    if (!Array.isArray(list)) return value;
    const texts = readList(list).map((one) =>
      isRecord(one) ? readText(pick(fieldsOf(one), ['requirement', 'text', 'description'])) : readText(one),
    );
    return { requirements: texts.filter((text) => text.trim() !== '') };
  },
  z.object({ requirements: z.array(z.string()).meta({ description: 'At most 16, the most important first' }) }),
);

const READER_METHOD = [
  'You are also shown the requirements that a successful run of this task must fulfil, written down before anyone looked at ' +
    'the run. They are numbered. Some may be beside the point; go by the task where they differ from it.',
  'Go through the steps in order. Note every step that breaks a requirement or makes it impossible to fulfil, and every ' +
    'step that is wrong in another way that bears on the task. Blame the step that made the mistake, not one that passes ' +
    'it on or shows it. For each of them say:',
  '- repairedAt: the number of the later step that noticed the mistake and made it good; null where none did.',
  '- changesOutcome: had this step alone been done right, with the smallest change, and the rest followed from it, would ' +
    'the outcome have been right? ("yes", "no", or "unsure")',
  'List at most ten, in the order of the run. Which one is to blame for the outcome is worked out from what you say.',
].join('\n');
const READER_QUESTION =
  'Hold the run against the requirements: which steps went wrong, and what became of each mistake?';

const errorsSchema = z.preprocess(
  (value) => {
    const list = findingList(value, ['errors', 'mistakes', 'steps', 'failures', 'violations']);
    if (list === undefined) return value;
    return {
      errors: list.map((fields) => ({
        ...readFinding(fields),
        requirement: readStep(pick(fields, ['requirement', 'requirementnumber'])),
        repairedAt: readStep(pick(fields, ['repairedat', 'repaired', 'repairedby', 'repairedatstep'])),
        changesOutcome: readYesNo(pick(fields, ['changesoutcome', 'changes', 'wouldchangeoutcome'])),
      })),
    };
  },
  z.object({
    errors: z.array(
      z.object({
        ...findingShape,
        requirement: z
          .union([z.number(), z.string(), z.null()])
          .meta({ description: 'Number of the requirement it breaks; null where it breaks none of them' }),
        repairedAt: z
          .union([z.number(), z.string(), z.null()])
          .meta({ description: 'Number of the later step that made it good; null where none did' }),
        changesOutcome: z
          .enum(ANSWERS)
          .meta({ description: 'Would its smallest correction alone change the outcome?' }),
      }),
    ),
  }),
);

type Errors = z.infer<typeof errorsSchema>['errors'];

/**
 * The critical step from a list of errors: those that a later step made good are dropped, of the rest those that would
 * change the outcome come before those that may, those before the others, and of equals the earliest.
 */
export function weighErrors(errors: Errors, numbers: StepNumbers): Weighed {
  const placed = errors.flatMap((finding) => {
    const position = numbers.positionOf(finding.step);
    return position === null ? [] : [{ position, finding }];
  });
  const order = { yes: 0, unsure: 1, no: 2 } as const;
  const ranked = placed
    .filter(({ position, finding }) => {
      const repaired = numbers.positionOf(finding.repairedAt);
      // What is said to be made good by itself or by an earlier step was not.
      return repaired === null || repaired <= position;
    })
    .sort((a, b) => order[a.finding.changesOutcome] - order[b.finding.changesOutcome] || a.position - b.position);
  const decisive = ranked
    .filter(({ finding }) => finding.changesOutcome === ranked[0]?.finding.changesOutcome)
    .sort((a, b) => (b.finding.confidence ?? 0) - (a.finding.confidence ?? 0) || a.position - b.position)[0];
  return { ranked, wrong: placed.map(({ position }) => position), decisive: decisive?.position ?? null };
}

const readerSystem = (context: ReadingContext): string =>
  joinBlocks(
    READER_TEXT,
    FENCE_RULE,
    RUN_TEXT,
    READER_METHOD,
    ...contextTexts(context),
    categoriesText(context),
    MODES_TEXT,
    QUOTE_TEXT,
  );

/** Expectations frozen before the run is read (TSR-Loc): a cheap model can write them, a strong one reads the run. */
export const requirements: LlmJudge = {
  id,
  description:
    'A first call writes what success requires from task, policy and tools alone; a second holds the run against it and drops what was made good.',
  sends: 'Task, policy and tools; then the whole run with the requirements.',
  source: 'TSR-Loc (independent project), two calls',
  calls: () => 2,
  read: async (input) => {
    const { index, context } = input;
    const numbers = numberSteps(index.trajectory);
    const compiled = await compileRequirements(input);
    const system = readerSystem(context);
    const asked = await askOfRun(input, numbers, {
      system,
      question: READER_QUESTION,
      more: [`The requirements:\n${fence('requirements', compiled.text)}`],
      schema: errorsSchema,
      schemaName: 'errors',
    });
    const empty = { ...emptyOpinion(id, input), problems: [...compiled.problems, ...asked.problems] };
    if (!asked.ok) return { ...empty, failure: asked.failure };
    const unknown = asked.value.errors.filter(({ step }) => step !== null && numbers.positionOf(step) === null);
    const problems = [
      ...empty.problems,
      ...unknown.map(({ step }) => `error: there is no step ${JSON.stringify(step)}`),
    ];
    const weighed = weighErrors(asked.value.errors, numbers);
    const dropped = weighed.wrong.length - weighed.ranked.length;
    const opinion = opinionFrom({ ...empty, problems }, weighed, asked.answer, index, numbers);
    if (opinion.critical !== null || dropped === 0) return opinion;
    return {
      ...opinion,
      problems: [...opinion.problems, `all ${dropped} mistakes that were named were made good later`],
    };
  },
};

/** What success requires, numbered; with a word on why there is nothing where there is not. */
async function compileRequirements(
  input: ReadingInput,
): Promise<{ readonly text: string; readonly problems: readonly string[] }> {
  const client = input.compilerClient ?? input.client;
  // What the run did, and what a right outcome would be, is not for whoever says what success requires.
  const context = { ...input.context, reference: false };
  const blocks = contextBlocks({ index: input.index, client, context });
  if (blocks.text === '') {
    return { text: '(none)', problems: ['no requirements: neither task, policy nor tools are known or to be shown'] };
  }
  const asked = await ask(
    { ...input, client },
    {
      system: COMPILER_SYSTEM,
      prompt: joinBlocks(blocks.text, COMPILER_QUESTION),
      schema: requirementsSchema,
      schemaName: 'requirements',
      length: 'short',
    },
  );
  if (!asked.ok) return { text: '(none)', problems: [...blocks.problems, `no requirements: ${asked.failure}`] };
  const all = asked.value.requirements;
  const lines = all
    .slice(0, MAX_REQUIREMENTS)
    .map((text, at) => `${at + 1}. ${text.slice(0, MAX_REQUIREMENT).replace(/\s+/g, ' ')}`);
  const more = all.length - lines.length;
  return {
    text: lines.length === 0 ? '(none)' : lines.join('\n'),
    problems: [
      ...blocks.problems,
      ...(lines.length === 0 ? ['no requirements: the model wrote none'] : []),
      ...(more > 0 ? [`${more} further requirements were left out`] : []),
    ],
  };
}
