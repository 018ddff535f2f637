import { AppError } from '../../base/errors.ts';
import { isRecord, own, ownString } from '../../base/json.ts';
import type { Trajectory } from '../../contracts/trajectory.ts';
import type { ParseContext } from '../format.ts';
import { contentText } from '../shared/chat-content.ts';
import { type ChatRecord, chatRecords, messageList } from '../shared/chat-records.ts';
import { parseRecords } from '../shared/parse-records.ts';
import { addTools, countOtherFields, readRunFacts, runIdOf } from '../shared/run-facts.ts';
import { TrajectoryBuilder } from '../shared/trajectory-builder.ts';
import { addElements } from './add-messages.ts';

/**
 * Reads the chats of a document under a format's name: providers differ in how they write a message, not in what a
 * chat is, and mixed logs are common.
 */
export function parseChats(format: string, document: unknown, context: ParseContext): readonly Trajectory[] {
  const records = chatRecords(document);
  if (records.length === 0) throw new AppError('TRACE_FORMAT_INVALID', `${format}: no list of messages`);
  const parseOne = ({ pointer, bodies, elements, unread, repeated }: ChatRecord): Trajectory => {
    const id = runIdOf(bodies) ?? (pointer === '' ? 'trajectory' : pointer.slice(1));
    const builder = new TrajectoryBuilder({ id, format, context, pointer });
    for (const body of bodies) {
      readRunFacts(builder, body);
      addTools(builder, body);
      countOtherFields(builder, body, messageList(body));
      const system = contentText(own(body, 'system'));
      if (system !== '' && builder.policy === null) builder.policy = system;
    }
    addElements(builder, elements);
    addError(builder, bodies, elements[0]?.ref.startsWith('/request/') === true ? '/response' : '');
    if (repeated > 0) builder.elide('earlier exchanges, which this one repeats', repeated);
    if (unread !== null) {
      builder.warn('RESPONSE_NOT_READ', 'the response of the recorded exchange is not a JSON body', unread);
      builder.complete = false;
    }
    return builder.finish();
  };
  return parseRecords(records, parseOne, context, ({ pointer }) => pointer);
}

/** What went wrong beside the messages: a provider's answer that is an error, or a run that broke off. */
function addError(builder: TrajectoryBuilder, bodies: ChatRecord['bodies'], pointer: string): void {
  const error = bodies.map((body) => own(body, 'error')).find((value) => isRecord(value) || typeof value === 'string');
  const text = typeof error === 'string' ? error : (ownString(error, 'message') ?? (error && JSON.stringify(error)));
  if (typeof text !== 'string' || text === '' || text === '{}') return;
  const errorType = ownString(error, 'type') ?? ownString(error, 'code');
  builder.addStep(
    { rawRef: `${pointer}/error`, role: 'environment', agent: 'harness', events: [{ kind: 'error', text, errorType }] },
    0,
  );
}
