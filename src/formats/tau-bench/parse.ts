import { AppError } from '../../base/errors.ts';
import { isRecord, type JsonValue, own, ownArray, ownString } from '../../base/json.ts';
import type { Trajectory } from '../../contracts/trajectory.ts';
import type { ParseContext } from '../format.ts';
import { addMessages } from '../openai-chat/parse.ts';
import { TrajectoryBuilder } from '../shared/trajectory-builder.ts';
import { isTauRun } from './detect.ts';

export function parse(document: unknown, context: ParseContext): readonly Trajectory[] {
  if (!Array.isArray(document)) return [parseRun(document, context, '')];
  return document.map((run, index) => parseRun(run, context, `/${index}`));
}

function parseRun(run: unknown, context: ParseContext, pointer: string): Trajectory {
  if (!isTauRun(run))
    throw new AppError('TRACE_FORMAT_INVALID', `tau-bench: ${pointer || '/'} is not a run with \`traj\``);
  const task = own(run, 'task_id');
  const trial = own(run, 'trial');
  const id = `${String(task ?? 'run')}${trial === undefined || trial === null ? '' : `-trial-${String(trial)}`}`;
  const builder = new TrajectoryBuilder({ id, format: 'tau-bench', context, pointer });
  addMessages(builder, ownArray(run, 'traj') ?? [], '/traj');
  const reward = own(run, 'reward');
  if (typeof reward === 'number') {
    builder.outcome = {
      status: reward >= 1 ? 'succeeded' : 'failed',
      reward,
      reason: `reward ${reward}`,
    };
  }
  // Only what the user simulator was told is kept as gold: the agent never saw it, and the expected actions are the answer.
  builder.gold = goldOf(run);
  if (task !== undefined) builder.addMetadata('taskId', task as JsonValue);
  return builder.finish();
}

function goldOf(run: Record<string, unknown>): JsonValue {
  const info = own(run, 'info');
  if (!isRecord(info)) return null;
  const taskInfo = own(info, 'task');
  return {
    instruction: ownString(taskInfo, 'instruction'),
    actions: (own(taskInfo, 'actions') ?? null) as JsonValue,
    outputs: (own(taskInfo, 'outputs') ?? null) as JsonValue,
    rewardInfo: (own(info, 'reward_info') ?? null) as JsonValue,
  };
}
