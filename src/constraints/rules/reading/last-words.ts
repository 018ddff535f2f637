import type { EventOf } from '../../../contracts/trajectory.ts';
import type { PlacedEvent, TrajectoryIndex } from '../../../trajectory/index-trajectory.ts';

/** Words that end a conversation and answer nothing. */
const CLOSING = new Set([
  '',
  'terminate',
  'done',
  'finish',
  'finished',
  'the end',
  'goodbye',
  "you're welcome",
  'thank you',
]);

const isClosing = (text: string): boolean =>
  text.length < 400 &&
  CLOSING.has(
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}' ]+/gu, ' ')
      .trim(),
  );

/** The messages of agents that say something, in order. */
export const spokenMessages = (index: TrajectoryIndex): readonly PlacedEvent<EventOf<'message'>>[] =>
  index.agentMessages.filter((one) => !isClosing(one.event.text));
