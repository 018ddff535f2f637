import { AppError } from '../../base/errors.ts';
import type { Trajectory } from '../../contracts/trajectory.ts';
import type { ParseContext } from '../format.ts';
import { addGroupChat } from '../shared/group-chat.ts';
import { TrajectoryBuilder } from '../shared/trajectory-builder.ts';
import { messagesOf } from './detect.ts';

export function parse(document: unknown, context: ParseContext): readonly Trajectory[] {
  const found = messagesOf(document);
  if (found === null) throw new AppError('TRACE_FORMAT_INVALID', 'magentic-one: no list of messages');
  const builder = new TrajectoryBuilder({ id: 'trajectory', format: 'magentic-one', context });
  addGroupChat(builder, found.messages, { pointer: found.pointer, firstIndex: 1 });
  return [builder.finish()];
}
