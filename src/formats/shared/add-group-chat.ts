import { isRecord, own, ownString } from '../../base/json.ts';
import { contentText } from './chat-content.ts';
import { readGroupChat } from './group-chat.ts';
import type { TrajectoryBuilder } from './trajectory-builder.ts';

/**
 * Adds `{content, role, name?}` elements as steps, one each; the speaker is the name where there is one, else the role.
 * The source (or its labels) counts them from `firstIndex`.
 */
export function addGroupChat(
  builder: TrajectoryBuilder,
  history: readonly unknown[],
  options: { readonly pointer: string; readonly firstIndex: number },
): void {
  const turns = readGroupChat(
    history.map((element) => ({
      label: ownString(element, 'name') ?? ownString(element, 'role') ?? 'unknown',
      text: contentText(isRecord(element) ? own(element, 'content') : element),
    })),
  );
  turns.forEach((turn, index) => {
    const rawRef = `${options.pointer}/${index}`;
    const nativeIndex = options.firstIndex + index;
    if (!isRecord(history[index])) {
      builder.warn('MESSAGE_NOT_AN_OBJECT', 'an element of the history is no message', rawRef);
      const text = contentText(history[index]);
      const events = [{ kind: 'other' as const, text, nativeKind: 'unknown' }];
      builder.addStep({ rawRef, nativeIndex, role: 'environment', agent: 'unknown', events });
      return;
    }
    const first = turn.events[0];
    if (turn.role === 'user' && builder.instruction === null && first?.kind === 'message') {
      builder.instruction = first.text;
    }
    builder.addStep({ rawRef, nativeIndex, ...turn });
  });
}
