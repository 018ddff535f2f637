import { AppError } from '../../base/errors.ts';
import type { Trajectory } from '../../contracts/trajectory.ts';
import type { ParseContext } from '../format.ts';
import { addGroupChat } from '../shared/add-group-chat.ts';
import { TrajectoryBuilder } from '../shared/trajectory-builder.ts';
import { addAgentChat } from './agent-chat.ts';
import { agentChatOf } from './detect.ts';

export function parse(document: unknown, context: ParseContext): readonly Trajectory[] {
  const builder = new TrajectoryBuilder({ id: 'trajectory', format: 'magentic-one', context });
  const agentChat = agentChatOf(document);
  if (agentChat !== null) addAgentChat(builder, agentChat);
  else if (Array.isArray(document)) addGroupChat(builder, document, { pointer: '', firstIndex: 1 });
  else throw new AppError('TRACE_FORMAT_INVALID', 'magentic-one: no list of messages');
  return [builder.finish()];
}
