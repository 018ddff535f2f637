import { isRecord, own, ownArray, ownString } from '../../base/json.ts';
import { speakerOf } from '../shared/group-chat.ts';

const isAside = (aside: string): boolean =>
  aside === 'thought' || aside === 'termination condition' || aside.startsWith('-> ');

/** The messages of a Magentic-One log, with their place; null where a document is none. */
export function messagesOf(
  document: unknown,
): { readonly messages: readonly unknown[]; readonly pointer: string; readonly inner: string } | null {
  if (Array.isArray(document)) return { messages: document, pointer: '', inner: '' };
  const events = ownArray(document, 'events');
  if (events === null) return null;
  return { messages: events.map((event) => own(event, 'model_dump')), pointer: '/events', inner: '/model_dump' };
}

export function detect(document: unknown): number {
  const found = messagesOf(document);
  if (found === null || found.messages.length === 0) return 0;
  const sample = found.messages.slice(0, 20);
  if (found.inner !== '') {
    const dumped = sample.filter((message) => ownString(message, 'source') !== null && isRecord(message));
    return dumped.length * 2 >= sample.length && ownString(document, 'task') !== null ? 0.85 : 0;
  }
  const spoken = sample.filter(
    (message) => ownString(message, 'role') !== null && own(message, 'content') !== undefined,
  );
  if (spoken.length * 2 < sample.length) return 0;
  return spoken.some((message) => isAside(speakerOf(ownString(message, 'role') ?? '').aside ?? '')) ? 0.95 : 0;
}
