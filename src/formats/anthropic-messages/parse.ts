import type { Trajectory } from '../../contracts/trajectory.ts';
import type { ParseContext } from '../format.ts';
import { parseChats } from '../openai-chat/parse-chats.ts';

export const parse = (document: unknown, context: ParseContext): readonly Trajectory[] =>
  parseChats('anthropic-messages', document, context);
