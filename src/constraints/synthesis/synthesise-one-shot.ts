import type { Constraint } from '../../contracts/constraint.ts';
import type { ModelClient } from '../../contracts/model.ts';
import { joinBlocks } from '../../prompting/context-blocks.ts';
import { fence } from '../../prompting/fence.ts';
import { numberingText, numberSteps } from '../../prompting/number-steps.ts';
import { policyOnce } from '../../prompting/policy-once.ts';
import { measureSteps, type StepCosts, windowSteps } from '../../prompting/window-steps.ts';
import type { TrajectoryIndex } from '../../trajectory/index-trajectory.ts';
import { dynamicPack, knownBlock, namesOf } from './dynamic-pack.ts';
import type { SynthesisFinding, SynthesisResult } from './finding.ts';
import { ONE_SHOT_SYSTEM } from './instructions.ts';
import { materialOf, roomOf } from './material.ts';
import type { TrialTools } from './try-constraints.ts';
import { type Writing, writeConstraints } from './write-constraints.ts';

export interface SynthesiseOneShotInput extends TrialTools {
  readonly index: TrajectoryIndex;
  readonly client: ModelClient;
  /** Constraints that are checked anyway: the model is told not to write them again, and their ids are taken. */
  readonly known?: readonly Constraint[];
}

const MOST_PER_CALL = 30;
/** Longest event that is shown whole, in characters. */
const MAX_EVENT_CHARS = 20_000;
/** Most parts that a run is read in. */
const MAX_PARTS = 24;

/**
 * Writes constraints for one run with all of it in view (AgentRx's one-shot mode): one call, and one more where something
 * has to be put right. A run that does not fit is read in parts, each with the steps before it in short.
 * @throws what `signal` was aborted with
 */
export async function synthesiseOneShot(input: SynthesiseOneShotInput): Promise<SynthesisResult> {
  const { index, client, known = [] } = input;
  const { trajectory } = index;
  const room = roomOf(client, ONE_SHOT_SYSTEM);
  const material = materialOf(trajectory, room);
  const knownText = knownBlock(known);
  const tokens = Math.max(800, room.prompt - material.tokens - Math.ceil(knownText.length / 3));
  const numbers = numberSteps(trajectory);
  const shownRun = policyOnce(trajectory, material.wholePolicy);
  const costs = measureSteps(shownRun, numbers, Math.min(MAX_EVENT_CHARS, tokens));
  const parts = partsOf(costs, tokens);
  const findings: SynthesisFinding[] = material.notes.map((message) => ({
    constraint: null,
    kind: 'left-out',
    message,
  }));
  const beyond = parts[MAX_PARTS];
  if (beyond !== undefined) {
    const message = `the run is read in ${MAX_PARTS} parts: the steps from ${numbers.numberOf(beyond.from)} on are not`;
    findings.push({ constraint: null, kind: 'left-out', message });
  }
  const last = trajectory.steps.length - 1;
  const context = {
    scope: 'dynamic' as const,
    ...namesOf(trajectory, trajectory.steps),
    clauses: new Set<string>(),
    range: { from: 0, to: Math.max(0, last) },
    positionOf: numbers.positionOf,
  };
  const writings = parts.slice(0, MAX_PARTS).map(({ from, to }): Writing => {
    const window = windowSteps(shownRun, costs, { numbers, must: from, to, tokens });
    const range = `steps ${numbers.numberOf(from)} to ${numbers.numberOf(to - 1)}`;
    return {
      about: range,
      context,
      index,
      most: MOST_PER_CALL,
      prompt: joinBlocks(
        material.policy,
        material.tools,
        material.task,
        knownText,
        `The run. ${numberingText(numbers)} ${window.says}\n${fence('run', window.text)}`,
        parts.length === 1
          ? 'Write the constraints for this run.'
          : `This is one part of the run. Write the constraints for its ${range}.`,
      ),
    };
  });
  const written = await writeConstraints({
    ...input,
    system: ONE_SHOT_SYSTEM,
    writings,
    repairs: writings.length,
    maxOutputTokens: room.answer,
    taken: known.map(({ id }) => id),
  });
  return {
    pack: dynamicPack(trajectory, client.id, written.constraints),
    findings: [...findings, ...written.findings],
  };
}

/** The run in parts that fit; one where all of it does. A part leaves room for the steps before it in short. */
function partsOf({ full }: StepCosts, tokens: number): readonly { readonly from: number; readonly to: number }[] {
  const total = full.reduce((sum, cost) => sum + cost, 0);
  if (full.length === 0) return [];
  if (total <= tokens) return [{ from: 0, to: full.length }];
  const parts: { from: number; to: number }[] = [];
  let used = 0;
  for (const [position, cost] of full.entries()) {
    const current = parts.at(-1);
    if (current === undefined || used + cost > tokens * 0.6) {
      parts.push({ from: position, to: position + 1 });
      used = cost;
    } else {
      current.to = position + 1;
      used += cost;
    }
  }
  return parts;
}
