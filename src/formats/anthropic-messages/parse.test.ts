import { describe, expect, it } from 'vitest';
import { outlineOf, parseFirst, readFormatFixture } from '../../../test/read-format-fixture.ts';
import { openaiChat } from '../openai-chat/index.ts';
import { anthropicMessages } from './index.ts';

describe('anthropic-messages', () => {
  it('reads blocks as events, and a message of results as a step of the tool', () => {
    const [run] = readFormatFixture(anthropicMessages, 'tool-use.json');
    expect(run && outlineOf(run)).toEqual([
      '1 user user: message',
      '2 agent assistant: reasoning, message, call find_room, call find_room',
      '3 tool find_room: result find_room null, result find_room true',
      '4 agent assistant: reasoning, call book_room',
      '5 tool book_room: result book_room false, message',
      '6 agent assistant: message',
    ]);
    expect(run?.policy).toBe('You book rooms. Never book twice.');
    expect(run?.instruction).toBe('Book a room for Monday.');
    expect(run?.tools.map(({ name }) => name)).toEqual(['find_room', 'book_room']);
    expect(run?.coverage.redacted).toBe(1);
  });

  it('leaves a message that says more than the tools did to the user', () => {
    const run = parseFirst(anthropicMessages, {
      messages: [
        { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'x', input: {} }] },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'Stop.' },
            { type: 'tool_result', tool_use_id: 't', content: 'r' },
            { type: 'text', text: 'Do it again.' },
          ],
        },
      ],
    });
    expect(outlineOf(run)[1]).toBe('2 user user: message, result x null, message');
  });

  it('reads a recorded exchange: request, response, its cost and why it stopped', () => {
    const [run] = readFormatFixture(anthropicMessages, 'recorded-exchange.json');
    expect(run).toMatchObject({ id: 'msg_014qQopuYB2gvKuR586xFtaY', source: { recordRef: '/0' } });
    expect(run?.steps[1]).toMatchObject({
      rawRef: '/response',
      model: 'claude-3-5-haiku-20241022',
      usage: { inputTokens: 12, outputTokens: 3 },
      events: [
        { kind: 'message', text: 'foo' },
        { kind: 'error', text: 'max_tokens' },
      ],
    });
  });

  it('keeps only the last of exchanges that repeat what went before', () => {
    const exchange = (count: number) => ({
      request: { messages: Array.from({ length: count }, (_, index) => ({ role: 'user', content: `m${index}` })) },
      response: { type: 'message', role: 'assistant', content: [{ type: 'text', text: `a${count}` }] },
    });
    const read = anthropicMessages.parse([exchange(1), exchange(3), exchange(1)], { uri: null, recordRef: '' });
    expect(read.map(({ source, steps }) => [source.recordRef, steps.length])).toEqual([
      ['/1', 4],
      ['/2', 2],
    ]);
    expect(read.map(({ coverage }) => coverage.elided)).toEqual([
      [{ what: 'earlier exchanges, which this one repeats', count: 1 }],
      [],
    ]);
  });

  it('is told from OpenAI chat by its blocks or by where the system prompt stands', () => {
    const plain = [{ role: 'user', content: [{ type: 'text', text: 'a' }] }];
    expect(anthropicMessages.detect(plain)).toBe(0);
    expect(anthropicMessages.detect({ system: 's', messages: plain })).toBeGreaterThan(
      openaiChat.detect({ system: 's', messages: plain }),
    );
    const call = [{ role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'x', input: {} }] }];
    expect(anthropicMessages.detect(call)).toBeGreaterThan(openaiChat.detect(call));
  });

  it('reads the blocks of kin: camel case, results with a name', () => {
    const run = parseFirst(anthropicMessages, [
      { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'c', toolName: 'x', args: { a: 1 } }] },
      { role: 'tool', content: [{ type: 'tool-result', toolCallId: 'c', toolName: 'x', result: { b: 2 } }] },
      { role: 'assistant', content: [{ type: 'toolCall', id: 'd', name: 'y', arguments: {} }] },
      { role: 'toolResult', toolCallId: 'd', toolName: 'y', isError: true, content: [{ type: 'text', text: 'no' }] },
    ]);
    expect(outlineOf(run)).toEqual([
      '1 agent assistant: call x',
      '2 tool x: result x null',
      '3 agent assistant: call y',
      '4 tool y: result y true',
    ]);
  });
});
