import type { Trajectory } from '../../contracts/trajectory.ts';
import type { ParseContext } from '../format.ts';
import { parseChats } from './parse-chats.ts';

export const parse = (document: unknown, context: ParseContext): readonly Trajectory[] =>
  parseChats('openai-chat', document, context);
