import { z } from 'zod';
import { isRecord } from '../../base/json.ts';
import { numberSteps } from '../../prompting/number-steps.ts';
import { fieldsOf, hasAny, pick, readName, readStep, readText, STEP_NAMES } from '../llm/answer-fields.ts';
import { askOfRun } from '../llm/ask-of-run.ts';
import type { LlmJudge } from '../llm/llm-judge.ts';
import { emptyOpinion, opinionOf } from '../llm/opinion-of.ts';
import { answerOf } from './baseline-answer.ts';
import { baselineContext, baselineSystem, type TARGETS, WHO_AND_WHEN } from './who-and-when-text.ts';

const NAMES = [...STEP_NAMES, 'mistakestep', 'criticalstep', 'critical', 'decisive'];

const culpritSchema = z.preprocess(
  (value) => {
    const inner = Array.isArray(value) ? value[0] : value;
    const fields = fieldsOf(inner);
    if (!isRecord(inner) || !hasAny(fields, NAMES)) return value;
    return {
      reason: readText(pick(fields, ['reason', 'why', 'rationale', 'explanation'])),
      agent: readName(pick(fields, ['agent', 'agentname', 'mistakeagent'])),
      step: readStep(pick(fields, NAMES)),
    };
  },
  z.object({
    reason: z.string().meta({ description: 'Why this step, in one to three sentences' }),
    agent: z.string().nullable().meta({ description: 'Who acts in it, as the run names it' }),
    step: z
      .union([z.number(), z.string(), z.null()])
      .meta({ description: 'Number of the step; null where none is wrong' }),
  }),
);

const HOW = 'Read the whole run and name one step, who acted in it, and why.';
const QUESTION = 'Which agent made the mistake that is looked for, and in which step?';

/** One call over the whole run. */
export const wholeRun = (id: string, target: keyof typeof TARGETS, description: string, source: string): LlmJudge => ({
  id,
  description,
  sends: 'The task and the whole run.',
  source,
  calls: () => 1,
  read: async (given) => {
    const input = { ...given, context: baselineContext(given.context) };
    const numbers = numberSteps(input.index.trajectory);
    const system = baselineSystem(target, HOW, input.context);
    const asked = await askOfRun(input, numbers, {
      system,
      question: QUESTION,
      outcome: false,
      schema: culpritSchema,
      schemaName: 'culprit',
    });
    const empty = { ...emptyOpinion(id, input), problems: [...asked.problems] };
    if (!asked.ok) return { ...empty, failure: asked.failure };
    const { step, agent, reason } = asked.value;
    return opinionOf(empty, answerOf({ step, agent, reason }), asked.answer, input.index, numbers);
  },
});

export const whoAndWhenAllAtOnce = wholeRun(
  'who-and-when-all-at-once',
  'decisive',
  'Baseline: one call over the whole run, for the agent and the decisive step.',
  WHO_AND_WHEN,
);

export const whoAndWhenFirstUnrecoverable = wholeRun(
  'who-and-when-first-unrecoverable',
  'unrecoverable',
  'Baseline: one call over the whole run, for the first failure that the run never recovers from.',
  `${WHO_AND_WHEN}, with the target of AgentRx (arXiv 2602.02475, version 2)`,
);
