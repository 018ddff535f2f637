import type { EventOf } from '../../../contracts/trajectory.ts';
import type { PlacedEvent, TrajectoryIndex } from '../../../trajectory/index-trajectory.ts';

/** Words that end a conversation and answer nothing. */
const CLOSING = /^\W*(?:terminate|done|finished?|the end|goodbye|you're welcome|thank you)?\W*$/i;

/** The messages of agents that say something, in order. */
export const spokenMessages = (index: TrajectoryIndex): readonly PlacedEvent<EventOf<'message'>>[] =>
  index.agentMessages.filter((one) => !CLOSING.test(one.event.text));
