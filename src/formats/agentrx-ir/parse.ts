import { AppError } from '../../base/errors.ts';
import { isRecord, type JsonValue, own, ownArray, ownString } from '../../base/json.ts';
import type { Trajectory } from '../../contracts/trajectory.ts';
import type { ParseContext } from '../format.ts';
import { contentText } from '../shared/chat-content.ts';
import { readGroupChat } from '../shared/group-chat.ts';
import { parseRecords } from '../shared/parse-records.ts';
import { readRunFacts } from '../shared/run-facts.ts';
import { TrajectoryBuilder } from '../shared/trajectory-builder.ts';
import { isIrTrajectory } from './detect.ts';
import { readSubstep, type Substep } from './read-substep.ts';
import type { PreparedCalls } from './telemetry-events.ts';

export function parse(document: unknown, context: ParseContext): readonly Trajectory[] {
  if (!Array.isArray(document)) return [parseOne(document, context, '')];
  return parseRecords(document, (value, index) => parseOne(value, context, `/${index}`), context);
}

/** Labels that AgentRx keeps in files of their own; kept apart should they stand beside the steps. */
const GOLD = ['failures', 'root_cause', 'failure_summary'];

function parseOne(value: unknown, context: ParseContext, pointer: string): Trajectory {
  if (!isIrTrajectory(value)) {
    throw new AppError(
      'TRACE_FORMAT_INVALID',
      `agentrx-ir: ${pointer || '/'} is no trajectory with steps and substeps`,
    );
  }
  const id = ownString(value, 'trajectory_id') ?? (pointer === '' ? 'trajectory' : pointer.slice(1));
  const builder = new TrajectoryBuilder({ id, format: 'agentrx-ir', context, pointer });
  const instruction = ownString(value, 'instruction');
  if (instruction !== null && instruction !== '') builder.instruction = instruction;
  readRunFacts(builder, value);
  addGold(builder, value);
  addSteps(builder, ownArray(value, 'steps') ?? []);
  return builder.finish();
}

function addGold(builder: TrajectoryBuilder, value: Record<string, unknown>): void {
  const found = GOLD.flatMap((key): [string, JsonValue][] => {
    const label = own(value, key);
    return label === undefined ? [] : [[key, label as JsonValue]];
  });
  if (found.length === 0) return;
  builder.gold = { ...(isRecord(builder.gold) ? builder.gold : {}), ...Object.fromEntries(found) };
}

function addSteps(builder: TrajectoryBuilder, steps: readonly unknown[]): void {
  const grouped = steps.map((step, index) => substepsOf(step, `/steps/${index}`));
  const turns = readGroupChat(grouped.flat());
  const prepared: PreparedCalls = new Map();
  let at = 0;
  steps.forEach((step, index) => {
    const number = own(step, 'index');
    const rawRef = `/steps/${index}`;
    const substeps = grouped[index] ?? [];
    const read = substeps.map((substep) => readSubstep(builder, substep, turns[at++], prepared));
    if (substeps.length === 0) builder.warn('STEP_WITHOUT_SUBSTEPS', 'a step has no substeps', rawRef);
    const events = read.flatMap((turn, position) =>
      turn.events.map((event) => ({ ...event, rawRef: substeps[position]?.ref ?? null })),
    );
    builder.addStep({
      rawRef,
      nativeIndex: typeof number === 'number' && Number.isSafeInteger(number) ? number : index + 1,
      role: read[0]?.role ?? 'environment',
      agent: read[0]?.agent ?? 'unknown',
      events,
      ...(read[0]?.facts ?? {}),
    });
  });
}

function substepsOf(step: unknown, ref: string): readonly Substep[] {
  return (ownArray(step, 'substeps') ?? []).map((substep, index) => ({
    label: ownString(substep, 'role') ?? 'unknown',
    text: contentText(own(substep, 'content')),
    ref: `${ref}/substeps/${index}`,
  }));
}
