import { AppError } from '../../base/errors.ts';
import { ownString } from '../../base/json.ts';
import type { Trajectory } from '../../contracts/trajectory.ts';
import type { ParseContext, SessionLine } from '../format.ts';
import { TrajectoryBuilder } from '../shared/trajectory-builder.ts';
import { linesOf } from './detect.ts';
import { joinSubagents } from './join-subagents.ts';
import { SegmentReader } from './segment-reader.ts';
import { type PlacedLine, type Segment, splitSegments } from './session-line.ts';

/** A JSON document: lines under `loglines`, a list of lines, or a single one. */
export function parse(document: unknown, context: ParseContext): readonly Trajectory[] {
  const found = linesOf(document);
  if (found === null) return parsePlaced([{ ref: '', value: document }], context);
  const lines = found.lines.map((value, index) => ({ ref: `${found.pointer}/${index}`, value }));
  return parsePlaced(lines, context);
}

export const parseLines = (lines: readonly SessionLine[], context: ParseContext): readonly Trajectory[] =>
  parsePlaced(
    lines.map(({ lineNumber, value }) => ({ ref: `line:${lineNumber}`, value })),
    context,
  );

function parsePlaced(lines: readonly PlacedLine[], context: ParseContext): readonly Trajectory[] {
  const trajectories = splitSegments(lines).flatMap((segment) => parseSegment(segment, context) ?? []);
  if (trajectories.length === 0) throw new AppError('TRACE_NO_STEPS', 'claude-code: the session holds no messages');
  return joinSubagents(trajectories);
}

/** Null where nothing was said (a session that was only opened, or cleared at its end). */
function parseSegment(segment: Segment, context: ParseContext): Trajectory | null {
  const { sessionId, part, isSidechain, agentId, parentToolUseId } = segment;
  const session = sessionId ?? 'session';
  const id = isSidechain
    ? `${session}/${agentId ?? parentToolUseId ?? 'agent'}`
    : part === 0
      ? session
      : `${session}#${part + 1}`;
  const builder = new TrajectoryBuilder({ id, format: 'claude-code', context });
  const reader = new SegmentReader(builder, isSidechain ? (agentId ?? 'sub-agent') : 'assistant');
  for (const line of segment.lines) reader.read(line);
  if (builder.stepCount === 0) return null;
  builder.instruction ??= reader.firstSaid;
  builder.usage = reader.usage();
  if (sessionId !== null) builder.addMetadata('sessionId', sessionId);
  if (isSidechain) builder.addMetadata('isSidechain', true);
  if (agentId !== null) builder.addMetadata('agentId', agentId);
  if (parentToolUseId !== null) builder.addMetadata('parentToolUseId', parentToolUseId);
  if (reader.subagents.size > 0) builder.addMetadata('subagents', Object.fromEntries(reader.subagents));
  for (const key of ['version', 'cwd', 'gitBranch']) {
    const value = segment.lines.map((line) => ownString(line.value, key)).find((text) => text !== null) ?? null;
    if (value !== null && value !== '') builder.addMetadata(key, value);
  }
  return builder.finish();
}
