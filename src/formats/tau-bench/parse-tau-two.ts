import { AppError } from '../../base/errors.ts';
import { isRecord, type JsonValue, own, ownArray, ownString } from '../../base/json.ts';
import type { Trajectory } from '../../contracts/trajectory.ts';
import type { ParseContext } from '../format.ts';
import { addMessages } from '../openai-chat/add-messages.ts';
import { parseRecords } from '../shared/parse-records.ts';
import { addTools } from '../shared/run-facts.ts';
import { TrajectoryBuilder } from '../shared/trajectory-builder.ts';
import { isTauTwoSimulation } from './detect.ts';
import { idText, runIds } from './run-ids.ts';

/** Reads the results of tau2-bench: each simulation is a run, its task stands beside. */
export function parseTauTwo(results: Record<string, unknown>, context: ParseContext): readonly Trajectory[] {
  const simulations = ownArray(results, 'simulations') ?? [];
  const ids = runIds(simulations);
  const tasks = new Map((ownArray(results, 'tasks') ?? []).map((task) => [idText(own(task, 'id') ?? null), task]));
  const environment = own(own(results, 'info'), 'environment_info');
  const pointerOf = (_simulation: unknown, index: number): string => `/simulations/${index}`;
  const parseOne = (simulation: unknown, index: number): Trajectory => {
    const pointer = pointerOf(simulation, index);
    if (!isTauTwoSimulation(simulation)) {
      throw new AppError('TRACE_FORMAT_INVALID', `tau-bench: ${pointer} is no simulation with \`messages\``);
    }
    const builder = new TrajectoryBuilder({ id: ids[index] ?? `run-${index}`, format: 'tau-bench', context, pointer });
    builder.policy = ownString(simulation, 'policy') ?? ownString(environment, 'policy');
    addTools(builder, { tools: ownArray(environment, 'tool_defs') ?? [] });
    addMessages(builder, ownArray(simulation, 'messages') ?? [], '/messages');
    readResult(builder, simulation);
    builder.gold = {
      task: (tasks.get(String(own(simulation, 'task_id'))) ?? null) as JsonValue,
      rewardInfo: (own(simulation, 'reward_info') ?? null) as JsonValue,
    };
    return builder.finish();
  };
  return parseRecords(simulations, parseOne, context, pointerOf);
}

function readResult(builder: TrajectoryBuilder, simulation: Record<string, unknown>): void {
  const reward = own(own(simulation, 'reward_info'), 'reward');
  if (typeof reward === 'number') {
    builder.outcome = { status: reward >= 1 ? 'succeeded' : 'failed', reward, reason: `reward ${reward}` };
  }
  builder.startedAt = ownString(simulation, 'start_time');
  builder.endedAt = ownString(simulation, 'end_time');
  const cost = own(simulation, 'agent_cost');
  if (typeof cost === 'number') builder.usage = { inputTokens: null, outputTokens: null, costUsd: cost };
  // Not the task's id: in the telecom domain it spells out what was broken on purpose.
  const facts = { trial: 'trial', terminationReason: 'termination_reason' };
  for (const [name, key] of Object.entries(facts)) {
    const value = own(simulation, key);
    if (typeof value === 'string' || typeof value === 'number') builder.addMetadata(name, value);
  }
  const skipped = ['ticks', 'review', 'effect_timeline'].filter((key) => isRecord(own(simulation, key)));
  for (const key of skipped) builder.elide(`field \`${key}\``);
}
