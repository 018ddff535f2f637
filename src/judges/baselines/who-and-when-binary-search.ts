import { z } from 'zod';
import { isRecord } from '../../base/json.ts';
import { numberSteps } from '../../prompting/number-steps.ts';
import { fieldsOf, hasAny, pick, readText } from '../llm/answer-fields.ts';
import { askOfRun } from '../llm/ask-of-run.ts';
import type { LlmJudge } from '../llm/llm-judge.ts';
import { emptyOpinion, opinionOf } from '../llm/opinion-of.ts';
import { answerOf } from './baseline-answer.ts';
import { baselineContext, baselineSystem, WHO_AND_WHEN } from './who-and-when-text.ts';

const id = 'who-and-when-binary-search';
const NAMES = ['half', 'answer', 'segment', 'part'];
const HALVES = ['first', 'second', 'unsure'] as const;

const halfAnswerSchema = z.preprocess(
  (value) => {
    const inner = Array.isArray(value) ? value[0] : value;
    const fields = fieldsOf(inner);
    if (!isRecord(inner) || !hasAny(fields, NAMES)) return value;
    return { reason: readText(pick(fields, ['reason', 'why', 'rationale'])), half: readHalf(pick(fields, NAMES)) };
  },
  z.object({
    reason: z.string().meta({ description: 'Why, in one or two sentences' }),
    half: z.enum(HALVES).meta({ description: 'Which half holds the mistake' }),
  }),
);

function readHalf(value: unknown): (typeof HALVES)[number] {
  if (value === 1) return 'first';
  if (value === 2) return 'second';
  const words = typeof value === 'string' ? value.slice(0, 60).toLowerCase() : '';
  const first = /first|upper|earlier/.test(words);
  const second = /second|lower|later/.test(words);
  return first === second ? 'unsure' : first ? 'first' : 'second';
}

const HOW = 'You are shown a part of the run and asked in which half of that part the mistake was made.';

/** Halves the run until one step is left: each call sees only the half that the one before chose. */
export const whoAndWhenBinarySearch: LlmJudge = {
  id,
  description: 'Baseline: halves the run, one call a halving, until one step is left.',
  sends: 'The task and the part of the run that is left.',
  source: WHO_AND_WHEN,
  calls: (steps) => (steps < 2 ? 0 : Math.ceil(Math.log2(steps))),
  read: async (given) => {
    const input = { ...given, context: baselineContext(given.context), shortlist: null };
    const { index } = input;
    const { steps } = index.trajectory;
    const numbers = numberSteps(index.trajectory);
    const system = baselineSystem('decisive', HOW, input.context);
    const empty = emptyOpinion(id, input);
    const problems = new Set<string>();
    // What the agents were told before they began is no step of theirs.
    let from = steps.findIndex(({ role }) => role !== 'system');
    let to = steps.length;
    if (from === -1) return { ...empty, failure: 'the run has no step that could be asked about' };
    const reasons: string[] = [];
    let answered: { readonly model: string } = { model: '' };
    while (to - from > 1) {
      const middle = from + Math.ceil((to - from) / 2);
      const [first, half, second, last] = [from, middle - 1, middle, to - 1].map(numbers.numberOf);
      const asked = await askOfRun(input, numbers, {
        system,
        length: 'short',
        outcome: false,
        question:
          `Shown are steps ${first} to ${last}. Was the mistake that is looked for made in the first half (steps ${first} ` +
          `to ${half}) or in the second (steps ${second} to ${last})?`,
        from,
        to,
        schema: halfAnswerSchema,
        schemaName: 'half',
      });
      for (const problem of asked.problems) problems.add(problem);
      const where = `steps ${first} to ${last}`;
      if (!asked.ok) return { ...empty, problems: [...problems], failure: `${where}: ${asked.failure}` };
      if (asked.value.half === 'unsure') {
        return {
          ...empty,
          model: asked.answer.model,
          problems: [...problems],
          failure: `${where}: the answer names no half`,
        };
      }
      answered = asked.answer;
      reasons.push(asked.value.reason);
      if (asked.value.half === 'first') to = middle;
      else from = middle;
    }
    const answer = answerOf({ step: numbers.numberOf(from), agent: null, reason: reasons.at(-1) ?? '' });
    const opinion = opinionOf({ ...empty, problems: [...problems] }, answer, answered, index, numbers);
    return { ...opinion, model: reasons.length === 0 ? null : opinion.model, agent: steps[from]?.agent ?? null };
  },
};
