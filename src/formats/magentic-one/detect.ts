import { own, ownArray, ownString } from '../../base/json.ts';
import { speakerOf } from '../shared/group-chat.ts';
import { isAgentChatMessage } from './agent-chat.ts';

/** One message of a log with its place in the document. */
export interface LogElement {
  readonly message: unknown;
  readonly ref: string;
}

const listOf = (document: unknown): readonly unknown[] =>
  Array.isArray(document) ? document : (ownArray(document, 'events') ?? []);

const dumped = (element: unknown): unknown => own(element, 'model_dump') ?? element;

const isAgentChat = (document: unknown): boolean => {
  const sample = listOf(document).slice(0, 20);
  return sample.filter((element) => isAgentChatMessage(dumped(element))).length * 2 > sample.length;
};

/** The messages of a log of AutoGen's AgentChat: a bare list, or events that hold them; null where a document is none. */
export function agentChatOf(document: unknown): readonly LogElement[] | null {
  if (!isAgentChat(document)) return null;
  const pointer = Array.isArray(document) ? '' : '/events';
  return listOf(document).map((element, index) => ({ message: dumped(element), ref: `${pointer}/${index}` }));
}

const isAside = (aside: string): boolean =>
  aside === 'thought' || aside === 'termination condition' || aside.startsWith('-> ');

export function detect(document: unknown): number {
  if (isAgentChat(document)) return 0.85;
  if (!Array.isArray(document)) return 0;
  const sample = document.slice(0, 20);
  const spoken = sample.filter(
    (message) => ownString(message, 'role') !== null && own(message, 'content') !== undefined,
  );
  if (spoken.length * 2 < sample.length) return 0;
  return spoken.some((message) => isAside(speakerOf(ownString(message, 'role') ?? '').aside ?? '')) ? 0.95 : 0;
}
