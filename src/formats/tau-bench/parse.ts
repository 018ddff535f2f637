import { AppError } from '../../base/errors.ts';
import { isRecord, type JsonValue, own, ownArray, ownString } from '../../base/json.ts';
import type { Trajectory } from '../../contracts/trajectory.ts';
import type { ParseContext } from '../format.ts';
import { addMessages } from '../openai-chat/add-messages.ts';
import { parseRecords } from '../shared/parse-records.ts';
import { TrajectoryBuilder } from '../shared/trajectory-builder.ts';
import { isTauRun, isTauTwo } from './detect.ts';
import { parseTauTwo } from './parse-tau-two.ts';
import { runIds } from './run-ids.ts';

export function parse(document: unknown, context: ParseContext): readonly Trajectory[] {
  if (isTauTwo(document)) return parseTauTwo(document, context);
  const runs = Array.isArray(document) ? document : [document];
  const ids = runIds(runs);
  const pointerOf = (index: number): string => (Array.isArray(document) ? `/${index}` : '');
  return parseRecords(
    runs,
    (run, index) => parseRun(run, { id: ids[index] ?? `run-${index}`, context, pointer: pointerOf(index) }),
    context,
    (_run, index) => pointerOf(index),
  );
}

function parseRun(run: unknown, place: { id: string; context: ParseContext; pointer: string }): Trajectory {
  if (!isTauRun(run)) {
    throw new AppError('TRACE_FORMAT_INVALID', `tau-bench: ${place.pointer || '/'} is not a run with \`traj\``);
  }
  const builder = new TrajectoryBuilder({ format: 'tau-bench', ...place });
  addMessages(builder, ownArray(run, 'traj') ?? [], '/traj');
  const reward = own(run, 'reward');
  if (typeof reward === 'number') {
    builder.outcome = { status: reward >= 1 ? 'succeeded' : 'failed', reward, reason: `reward ${reward}` };
  }
  builder.gold = goldOf(run);
  for (const [key, field] of [
    ['taskId', 'task_id'],
    ['trial', 'trial'],
  ] as const) {
    const value = own(run, field);
    if (typeof value === 'string' || typeof value === 'number') builder.addMetadata(key, value);
  }
  if (ownArray(run, 'records') !== null) builder.elide('field `records`: tool calls repeated from `traj`');
  return builder.finish();
}

/** What the agent never saw: what the simulated user was told, the expected actions and outputs, how it was scored. */
function goldOf(run: Record<string, unknown>): JsonValue {
  const info = own(run, 'info');
  if (!isRecord(info)) return null;
  const task = own(info, 'task');
  return {
    instruction: ownString(task, 'instruction'),
    actions: (own(task, 'actions') ?? null) as JsonValue,
    outputs: (own(task, 'outputs') ?? null) as JsonValue,
    rewardInfo: (own(info, 'reward_info') ?? null) as JsonValue,
  };
}
