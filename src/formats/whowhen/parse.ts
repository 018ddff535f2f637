import { AppError } from '../../base/errors.ts';
import { isRecord, type JsonValue, own, ownArray, ownString } from '../../base/json.ts';
import type { Trajectory } from '../../contracts/trajectory.ts';
import type { ParseContext } from '../format.ts';
import { addGroupChat } from '../shared/add-group-chat.ts';
import { parseRecords } from '../shared/parse-records.ts';
import { TrajectoryBuilder } from '../shared/trajectory-builder.ts';
import { isAnnotatedRun } from './detect.ts';

/** Longest text of all agents' system prompts that is kept. */
const POLICY_LIMIT = 20_000;
/** Read into a field of the trajectory. */
const READ = new Set(['question', 'question_ID', 'history', 'system_prompt', 'system_prompts', 'level']);
/** Labels and answers that name no `mistake_…`. */
const GOLD = new Set(['ground_truth', 'labels', 'is_correct', 'is_corrected']);

export function parse(document: unknown, context: ParseContext): readonly Trajectory[] {
  if (!Array.isArray(document)) return [parseRun(document, context, '')];
  return parseRecords(document, (run, index) => parseRun(run, context, `/${index}`), context);
}

function parseRun(run: unknown, context: ParseContext, pointer: string): Trajectory {
  if (!isAnnotatedRun(run)) {
    throw new AppError(
      'TRACE_FORMAT_INVALID',
      `whowhen: ${pointer || '/'} is no run with \`question\` and \`history\``,
    );
  }
  const id = ownString(run, 'question_ID') ?? (pointer === '' ? 'trajectory' : pointer.slice(1));
  const builder = new TrajectoryBuilder({ id, format: 'whowhen', context, pointer });
  builder.instruction = ownString(run, 'question');
  builder.policy = policyOf(run, builder);
  addGroupChat(builder, ownArray(run, 'history') ?? [], { pointer: '/history', firstIndex: 0 });
  const solved = own(run, 'is_correct') ?? own(run, 'is_corrected');
  if (typeof solved === 'boolean' || typeof solved === 'string') {
    const isSolved = String(solved).toLowerCase() === 'true';
    builder.outcome = {
      status: isSolved ? 'succeeded' : 'failed',
      reward: null,
      reason: `the trace says that the answer is ${isSolved ? 'correct' : 'not correct'}`,
    };
  }
  const level = own(run, 'level');
  if (typeof level === 'string' || typeof level === 'number') builder.addMetadata('level', level);
  builder.gold = goldOf(run, builder);
  return builder.finish();
}

function goldOf(run: Record<string, unknown>, builder: TrajectoryBuilder): JsonValue {
  const gold: [string, JsonValue][] = [];
  for (const [key, value] of Object.entries(run)) {
    if (GOLD.has(key) || key.startsWith('mistake_')) gold.push([key, value as JsonValue]);
    else if (!READ.has(key)) builder.elide(`field \`${key}\``);
  }
  return gold.length === 0 ? null : Object.fromEntries(gold);
}

/** The system prompts of all agents, each under its agent's name. */
function policyOf(run: Record<string, unknown>, builder: TrajectoryBuilder): string | null {
  const prompts = own(run, 'system_prompt') ?? own(run, 'system_prompts');
  if (typeof prompts === 'string') return prompts.slice(0, POLICY_LIMIT);
  if (!isRecord(prompts)) return null;
  const sections = Object.entries(prompts).map(([agent, prompt]) => `# ${agent}\n${String(prompt)}`);
  const text = sections.join('\n\n');
  if (text.length > POLICY_LIMIT) builder.elide('characters of system prompts', text.length - POLICY_LIMIT);
  return text === '' ? null : text.slice(0, POLICY_LIMIT);
}
