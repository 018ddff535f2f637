import { isRecord, own, ownArray, ownString } from '../../base/json.ts';
import { bashBlocks } from './bash-blocks.ts';

/** The messages of a mini-SWE-agent run with their place; null where a document holds none. */
export function messagesOf(
  document: unknown,
): { readonly messages: readonly unknown[]; readonly pointer: string } | null {
  if (Array.isArray(document)) return { messages: document, pointer: '' };
  const messages = ownArray(document, 'messages');
  return messages === null ? null : { messages, pointer: '/messages' };
}

export function detect(document: unknown): number {
  const found = messagesOf(document);
  if (found === null || found.messages.length === 0) return 0;
  if (ownString(document, 'trajectory_format')?.startsWith('mini-swe-agent') === true) return 0.98;
  if (isRecord(own(document, 'info')) && ownString(own(document, 'info'), 'mini_version') !== null) return 0.95;
  const sample = found.messages.slice(0, 20);
  const said = (role: string): readonly string[] =>
    sample.flatMap((message) => (ownString(message, 'role') === role ? [ownString(message, 'content') ?? ''] : []));
  const answers = said('user').some((text) => text.startsWith('<returncode>'));
  return answers && said('assistant').some((text) => bashBlocks(text).length === 1) ? 0.9 : 0;
}
