import { describe, expect, it } from 'vitest';
import { readMessage } from './openai-chat/read-message.ts';
import { readEventMessages } from './otlp-genai/event-messages.ts';
import { TrajectoryBuilder } from './shared/trajectory-builder.ts';

/** More than the stack of a test's thread holds as the arguments of one call; a main thread overflows much earlier. */
const MANY = 700_000;

const builder = () => new TrajectoryBuilder({ id: 'x', format: 'openai-chat', context: { uri: null, recordRef: '' } });

describe('what holds very many parts in one place is read whole', () => {
  it('a message of thoughts', () => {
    const content = new Array(MANY).fill({ type: 'thinking', thinking: 'a' });
    expect(readMessage(builder(), { role: 'assistant', content }, '').events).toHaveLength(MANY);
  });

  it('an event of a conversation', () => {
    const message = { role: 'user', content: 'a' };
    const attributes = new Map([['gen_ai.input.messages', new Array(MANY).fill(message)]]);
    const event = { name: 'gen_ai.client.inference.operation.details', attributes, body: undefined };
    expect(readEventMessages([event]).input).toHaveLength(MANY);
  });
});
