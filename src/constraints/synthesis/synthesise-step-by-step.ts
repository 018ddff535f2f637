import type { Constraint } from '../../contracts/constraint.ts';
import type { ModelClient } from '../../contracts/model.ts';
import type { Trajectory } from '../../contracts/trajectory.ts';
import { joinBlocks } from '../../prompting/context-blocks.ts';
import { fence } from '../../prompting/fence.ts';
import { numberingText, numberSteps, type StepNumbers } from '../../prompting/number-steps.ts';
import { policyOnce } from '../../prompting/policy-once.ts';
import { measureSteps, windowSteps } from '../../prompting/window-steps.ts';
import type { TrajectoryIndex } from '../../trajectory/index-trajectory.ts';
import { dynamicPack, knownBlock, namesOf } from './dynamic-pack.ts';
import type { SynthesisFinding, SynthesisResult } from './finding.ts';
import { PREFIX_SYSTEM } from './instructions.ts';
import { materialOf, roomOf } from './material.ts';
import type { TrialTools } from './try-constraints.ts';
import { type Writing, writeConstraints } from './write-constraints.ts';

export interface SynthesiseStepByStepInput extends TrialTools {
  readonly index: TrajectoryIndex;
  readonly client: ModelClient;
  /** Steps that are written for at once, from what stands before the first of them; at least 5, left out = 10. */
  readonly window?: number;
  /** Constraints that are checked anyway: the model is told not to write them again, and their ids are taken. */
  readonly known?: readonly Constraint[];
}

const WINDOW = 10;
const MIN_WINDOW = 5;
const MOST_PER_CALL = 12;
const MAX_EVENT_CHARS = 12_000;
/** Tokens of the run that one call is shown: what stands right before is what the next steps are held to. */
const PREFIX_TOKENS = 24_000;

/**
 * Writes constraints for the steps of a run from what stands before them, never from what comes after (AgentRx's
 * step-by-step mode, arXiv 2602.02475, section 3.1, in windows): the calls are made side by side, and with those that put
 * something right there are at most a fifth as many as steps, and three.
 * @throws what `signal` was aborted with
 */
export async function synthesiseStepByStep(input: SynthesiseStepByStepInput): Promise<SynthesisResult> {
  const { index, client, known = [], window = WINDOW } = input;
  const { trajectory } = index;
  const steps = trajectory.steps.length;
  const size = Math.max(MIN_WINDOW, Math.floor(window));
  const room = roomOf(client, PREFIX_SYSTEM);
  const material = materialOf(trajectory, room);
  const knownText = knownBlock(known);
  const tokens = Math.max(
    800,
    Math.min(PREFIX_TOKENS, room.prompt - material.tokens - Math.ceil(knownText.length / 3)),
  );
  const numbers = numberSteps(trajectory);
  const shownRun = policyOnce(trajectory, material.wholePolicy);
  const costs = measureSteps(shownRun, numbers, Math.min(MAX_EVENT_CHARS, tokens));
  const findings: SynthesisFinding[] = material.notes.map((message) => ({
    constraint: null,
    kind: 'left-out',
    message,
  }));
  const starts: number[] = [];
  for (let start = firstCovered(trajectory); start < steps; start += size) starts.push(start);
  const writings = starts.map((start): Writing => {
    const shown = windowSteps(shownRun, costs, { numbers, must: Math.max(0, start - 1), to: start, tokens });
    return {
      about: `the steps from ${numbers.numberOf(start)} on`,
      // What is tried on the run could carry its later text into the call that puts it right.
      index: null,
      most: MOST_PER_CALL,
      context: {
        scope: 'dynamic',
        ...declaredNames(trajectory, start),
        clauses: new Set(),
        range: { from: start, to: steps - 1 },
        positionOf: (number) => numbers.positionOf(number) ?? steps - 1,
      },
      prompt: joinBlocks(
        material.policy,
        material.tools,
        material.task,
        knownText,
        start === 0
          ? 'The run has not begun.'
          : `The run so far. ${numberingText(prefixNumbers(numbers, start))} ${shown.says}\n${fence('run', shown.text)}`,
        `Write the constraints for the next ${size} steps, which follow.`,
      ),
    };
  });
  const written = await writeConstraints({
    ...input,
    system: PREFIX_SYSTEM,
    writings,
    repairs: Math.max(0, Math.floor(steps / 5 + 3) - writings.length),
    maxOutputTokens: room.answer,
    taken: known.map(({ id }) => id),
  });
  return {
    pack: dynamicPack(trajectory, client.id, written.constraints),
    findings: [...findings, ...written.findings],
  };
}

/** The first step that an agent takes once the task is set: what stands before it is what the run is given. */
function firstCovered({ steps, instruction }: Trajectory): number {
  const agent = steps.findIndex(({ role }) => role === 'agent');
  const told = steps
    .slice(0, TASK_WITHIN)
    .findIndex(({ events }) => instruction !== null && events.some(({ text }) => text.includes(instruction)));
  return Math.max(agent === -1 ? steps.length : agent, told + 1);
}

/** Steps in which the task is looked for: it stands at the beginning, after a greeting perhaps. */
const TASK_WITHIN = 10;

/** Numbers of the steps so far: how many there are in all is not to be told. */
const prefixNumbers = (numbers: StepNumbers, to: number): StepNumbers => ({
  ...numbers,
  range: { first: numbers.numberOf(0), last: numbers.numberOf(to - 1) },
});

/** Names that a guard is held to: only where they are declared, for later steps may bring new ones. */
function declaredNames(trajectory: Trajectory, to: number) {
  const { tools } = namesOf(trajectory, trajectory.steps.slice(0, to));
  return { tools: trajectory.tools.length === 0 ? null : tools, agents: null };
}
