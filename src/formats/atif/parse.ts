import { AppError } from '../../base/errors.ts';
import { isRecord, type JsonValue, own, ownArray, ownString } from '../../base/json.ts';
import type { Trajectory } from '../../contracts/trajectory.ts';
import type { ParseContext } from '../format.ts';
import { readTools } from '../shared/tool-definitions.ts';
import { type StepInput, TrajectoryBuilder } from '../shared/trajectory-builder.ts';
import { collectSteps } from './collect-steps.ts';
import { isAtif } from './detect.ts';
import { messageText, readMetrics } from './read-step.ts';
import { STORED } from './stored-step.ts';

export function parse(document: unknown, context: ParseContext): readonly Trajectory[] {
  if (!Array.isArray(document)) return [parseOne(document, context, '')];
  return document.map((one, index) => parseOne(one, context, `/${index}`));
}

function parseOne(document: unknown, context: ParseContext, pointer: string): Trajectory {
  if (!isAtif(document)) throw new AppError('TRACE_FORMAT_INVALID', `atif: ${pointer || '/'} is not a trajectory`);
  const id = ownString(document, 'trajectory_id') ?? ownString(document, 'session_id') ?? 'trajectory';
  const builder = new TrajectoryBuilder({ id, format: 'atif', context, pointer });
  const collected = collectSteps(document, '', builder);
  for (const { input, records } of collected) builder.addStep(input, records);
  const steps = ownArray(document, 'steps') ?? [];
  builder.instruction = firstText(steps, 'user');
  builder.policy = firstText(steps, 'system');
  builder.usage = readMetrics(own(document, 'final_metrics'), 'total_') ?? sumOf(collected.map(({ input }) => input));
  for (const tool of readTools(own(own(document, 'agent'), 'tool_definitions'))) builder.addTool(tool);
  describe(builder, document);
  return builder.finish();
}

/** The first message of a kind; one that was copied from an earlier context only where there is no other. */
function firstText(steps: readonly unknown[], source: string): string | null {
  const fitting = steps.filter((step) => ownString(step, 'source') === source && !isCompaction(step));
  const step = fitting.find((one) => own(one, 'is_copied_context') !== true) ?? fitting[0];
  const text = messageText(own(step, 'message'));
  return text === '' ? null : text;
}

const isCompaction = (step: unknown): boolean => isRecord(own(own(step, 'extra'), 'context_management'));

function sumOf(inputs: readonly StepInput[]): Trajectory['usage'] {
  const used = inputs.flatMap(({ usage }) => usage ?? []);
  if (used.length === 0) return null;
  const sum = (key: 'inputTokens' | 'outputTokens' | 'costUsd'): number | null => {
    const known = used.flatMap((usage) => usage[key] ?? []);
    return known.length === 0 ? null : known.reduce((total, value) => total + value, 0);
  };
  return { inputTokens: sum('inputTokens'), outputTokens: sum('outputTokens'), costUsd: sum('costUsd') };
}

const OUTCOMES = ['succeeded', 'failed', 'unknown'] as const;

function describe(builder: TrajectoryBuilder, document: Record<string, unknown>): void {
  const agent = own(document, 'agent');
  for (const [key, value] of [
    ['sessionId', ownString(document, 'session_id')],
    ['agentVersion', ownString(agent, 'version')],
    ['notes', ownString(document, 'notes')],
  ] as const) {
    if (value !== null) builder.addMetadata(key, value);
  }
  const next = ownString(document, 'continued_trajectory_ref');
  if (next !== null) {
    builder.addMetadata('continuedIn', next);
    builder.complete = false;
    builder.warn('CONTINUED_ELSEWHERE', 'the run goes on in another file');
  }
  const stored = own(own(document, 'extra'), STORED);
  const outcome = own(stored, 'outcome');
  const status = OUTCOMES.find((one) => one === ownString(outcome, 'status'));
  const reward = own(outcome, 'reward');
  if (status !== undefined) {
    const reason = ownString(outcome, 'reason') ?? 'as it was when the file was written';
    builder.outcome = { status, reward: typeof reward === 'number' ? reward : null, reason };
  }
  if (!isRecord(stored)) return;
  builder.instruction = ownString(stored, 'instruction');
  builder.policy = ownString(stored, 'policy');
  const metadata = own(stored, 'metadata');
  for (const [key, value] of Object.entries(isRecord(metadata) ? metadata : {})) {
    builder.addMetadata(key, value as JsonValue);
  }
}
