import { z } from 'zod';
import { estimateTokens } from '../../base/estimate-tokens.ts';
import { excerpt, visibleText } from '../../base/text.ts';
import type { Constraint } from '../../contracts/constraint.ts';
import { isModelError, type ModelClient } from '../../contracts/model.ts';
import { joinBlocks } from '../../prompting/context-blocks.ts';
import { FENCE_RULE, fence } from '../../prompting/fence.ts';
import { numberingText, numberSteps } from '../../prompting/number-steps.ts';
import { policyOnce } from '../../prompting/policy-once.ts';
import { measureSteps, windowSteps } from '../../prompting/window-steps.ts';
import type { TrajectoryIndex } from '../../trajectory/index-trajectory.ts';
import type { SynthesisFinding } from './finding.ts';
import { materialOf, roomOf } from './material.ts';

export interface ReflectConstraintsInput {
  readonly constraints: readonly Constraint[];
  /** The run they are for; left out = they are for every run of a domain. */
  readonly index?: TrajectoryIndex;
  readonly client: ModelClient;
  readonly signal?: AbortSignal;
}

export interface ReflectedConstraints {
  /** All of them, in their order; those taken out have the weight 0, so that they are listed and not run. */
  readonly constraints: readonly Constraint[];
  readonly findings: readonly SynthesisFinding[];
}

const REFLECTION_SYSTEM = [
  'You review constraints that were written for the recorded runs of an AI agent. Each has a guard, which says at which steps it applies, and a check: a JavaScript function or criteria for a reader. A violation is taken as a sign that the run went wrong there.',
  'Take out, with keep = false, each constraint that would be violated in runs where nothing is wrong: it demands what the policy, the task or the tools do not ask for; it mistakes one thing for another, such as the words of a user for those of the agent, or a number that has nothing to do with it; its guard lets steps through to which it does not apply; it depends on wording; it takes a missing value for a wrong one; it judges a step by what came later. Keep the rest, also those that are violated in the run shown: to find that is what they are for. Where you cannot tell, keep it. Give the reason first.',
  FENCE_RULE,
].join('\n\n');

const reflectionSchema = z.object({
  reviews: z.array(
    z.object({
      constraint: z.number().int().meta({ description: 'Number of the constraint' }),
      why: z.string().meta({ description: 'One sentence' }),
      keep: z.boolean().meta({ description: 'False = it would be violated where nothing is wrong' }),
    }),
  ),
});

/** Longest text of a constraint that is shown, in characters. */
const MAX_SHOWN = 6_000;
/** Share of the prompt for the constraints. */
const CONSTRAINT_SHARE = 0.5;
/** The weight that takes a constraint out; no run speaks for it. */
const TAKEN_OUT: NonNullable<Constraint['calibration']> = {
  passing: { runs: 0, fired: 0 },
  failing: null,
  precision: null,
  weight: 0,
};

/**
 * Has a model take out constraints that look like false alarms, in one call; those it is not shown for want of room, and
 * those calibrated on runs, stay as they are.
 * @throws what `signal` was aborted with
 */
export async function reflectConstraints(input: ReflectConstraintsInput): Promise<ReflectedConstraints> {
  const { constraints, client, signal } = input;
  const room = roomOf(client, REFLECTION_SYSTEM);
  const shown: { readonly constraint: Constraint; readonly text: string }[] = [];
  let tokens = 0;
  for (const constraint of constraints) {
    if (constraint.calibration != null) continue;
    const text = shownText(constraint);
    tokens += estimateTokens(text) + 40;
    if (tokens > room.prompt * CONSTRAINT_SHARE) break;
    shown.push({ constraint, text });
  }
  const unasked = constraints.filter(({ calibration }) => calibration == null).length - shown.length;
  const findings: SynthesisFinding[] = [];
  if (unasked > 0) {
    findings.push({ constraint: null, kind: 'left-out', message: `${unasked} constraints were not reviewed: no room` });
  }
  if (shown.length === 0) return { constraints, findings };
  try {
    const answer = await client.generate({
      purpose: 'reflection',
      system: REFLECTION_SYSTEM,
      prompt: joinBlocks(
        ...runBlocks(input, room.prompt * (1 - CONSTRAINT_SHARE)),
        'The constraints:',
        ...shown.map(({ text }, at) => `Constraint ${at + 1}:\n${fence('constraint', text)}`),
        'Review each of them.',
      ),
      schema: reflectionSchema,
      schemaName: 'reviews',
      maxOutputTokens: room.answer,
      temperature: null,
      ...(signal === undefined ? {} : { signal }),
    });
    const reviews = answer.value?.reviews ?? [];
    const taken = new Set<Constraint>();
    for (const [at, { constraint }] of shown.entries()) {
      const own = reviews.filter((one) => one.constraint === at + 1);
      if (own.length === 0 || own.some(({ keep }) => keep)) continue;
      taken.add(constraint);
      const message = visibleText(excerpt(own[0]?.why ?? '', 400)) || 'no reason given';
      findings.push({ constraint: constraint.id, kind: 'pruned', message });
    }
    return {
      constraints: constraints.map((one) => (taken.has(one) ? { ...one, calibration: TAKEN_OUT } : one)),
      findings,
    };
  } catch (error) {
    signal?.throwIfAborted();
    if (!isModelError(error)) throw error;
    const message = `none was reviewed: ${visibleText(excerpt(error.message, 300))}`;
    return { constraints, findings: [...findings, { constraint: null, kind: 'call-failed', message }] };
  }
}

function shownText({ description, appliesTo, guard, check }: Constraint): string {
  const facts = JSON.stringify({ description, appliesTo, guard });
  const body =
    check.language === 'rubric'
      ? check.criteria.map((criterion, at) => `${at + 1}. ${criterion}`).join('\n')
      : 'source' in check
        ? check.source
        : JSON.stringify(check);
  const text = `${facts}\n${body}`;
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}\n[… more]` : text;
}

/** The run, with what it was given, as much as fits. */
function runBlocks({ index }: ReflectConstraintsInput, tokens: number): readonly string[] {
  if (index === undefined) return [];
  const { trajectory } = index;
  const material = materialOf(trajectory, { prompt: tokens, answer: 0 });
  const numbers = numberSteps(trajectory);
  const left = Math.max(500, tokens - material.tokens);
  const shownRun = policyOnce(trajectory, material.wholePolicy);
  const costs = measureSteps(shownRun, numbers, Math.min(12_000, left));
  const to = trajectory.steps.length;
  const window = windowSteps(shownRun, costs, { numbers, must: Math.max(0, to - 1), to, tokens: left });
  return [
    material.policy,
    material.tools,
    material.task,
    `The run they are for. ${numberingText(numbers)} ${window.says}\n${fence('run', window.text)}`,
  ];
}
