import { describe, expect, it } from 'vitest';
import { createWorkCount } from '../../../test/work-count.ts';
import { readMessages } from './chat-message.ts';
import { readParts, resultText } from './message-parts.ts';
import { isRenderedCalls, parseToolCallText, stripCallHeader } from './tool-call-text.ts';

const countWork = createWorkCount();

describe('readParts', () => {
  it.each<[string, unknown, unknown]>([
    [
      'OpenTelemetry',
      [{ type: 'tool_call', id: 'c', name: 'f', arguments: { a: 1 } }],
      [{ kind: 'call', id: 'c', name: 'f', arguments: { a: 1 } }],
    ],
    [
      'Anthropic',
      [
        { type: 'tool_use', id: 'c', name: 'f', input: {} },
        { type: 'thinking', thinking: 't' },
      ],
      [
        { kind: 'call', id: 'c', name: 'f', arguments: {} },
        { kind: 'reasoning', text: 't' },
      ],
    ],
    [
      'Anthropic results',
      [{ type: 'tool_result', tool_use_id: 'c', content: [{ type: 'text', text: 'x' }], is_error: true }],
      [{ kind: 'result', id: 'c', name: null, text: 'x', isError: true }],
    ],
    [
      'Google',
      [{ function_call: { id: 'c', name: 'f', args: {} } }, { text: 'x', thought: true }],
      [
        { kind: 'call', id: 'c', name: 'f', arguments: {} },
        { kind: 'reasoning', text: 'x' },
      ],
    ],
    [
      'Bedrock',
      [
        { toolUse: { toolUseId: 'c', name: 'f', input: {} } },
        { toolResult: { toolUseId: 'c', content: [{ text: 'x' }], status: 'error' } },
      ],
      [
        { kind: 'call', id: 'c', name: 'f', arguments: {} },
        { kind: 'result', id: 'c', name: null, text: 'x', isError: true },
      ],
    ],
    [
      'the AI SDK',
      [{ type: 'tool-result', toolCallId: 'c', toolName: 'f', output: { type: 'error-text', value: 'no' } }],
      [{ kind: 'result', id: 'c', name: 'f', text: 'no', isError: true }],
    ],
    ['an image', [{ type: 'image', source: {} }], [{ kind: 'other', type: 'image' }]],
    ['structured output', { city: 'Bern' }, [{ kind: 'text', text: '{"city":"Bern"}' }]],
  ])('reads parts of %s', (_, content, expected) => expect(readParts(content)).toEqual(expected));

  it('keeps a result that is a list as JSON, and joins blocks of text', () => {
    expect(resultText([{ id: 1 }, { id: 2 }])).toBe('[{"id":1},{"id":2}]');
    expect(resultText([{ type: 'text', text: 'a' }, { type: 'image' }])).toBe('a\n[image]');
    expect(resultText(null)).toBe('');
  });
});

describe('readMessages', () => {
  it('reads LangChain messages, plain and serialised, and lists within a list', () => {
    const serialised = {
      lc: 1,
      type: 'constructor',
      id: ['langchain', 'schema', 'HumanMessage'],
      kwargs: { content: 'Hi' },
    };
    const messages = readMessages(
      [[serialised, { type: 'ai', content: 'Hello', tool_calls: [{ name: 'f', args: {}, id: 'c' }] }]],
      'user',
    );
    expect(messages.map(({ role, parts }) => [role, parts])).toEqual([
      ['user', [{ kind: 'text', text: 'Hi' }]],
      [
        'assistant',
        [
          { kind: 'text', text: 'Hello' },
          { kind: 'call', id: 'c', name: 'f', arguments: {} },
        ],
      ],
    ]);
  });

  it('reads items of the Responses API', () => {
    const messages = readMessages(
      [
        { type: 'function_call', call_id: 'c', id: 'fc_1', name: 'f', arguments: '{}' },
        { type: 'function_call_output', call_id: 'c', output: 'x' },
      ],
      'user',
    );
    expect(messages.map(({ role, parts }) => [role, parts])).toEqual([
      ['assistant', [{ kind: 'call', id: 'c', name: 'f', arguments: '{}' }]],
      ['tool', [{ kind: 'result', id: 'c', name: null, text: 'x', isError: null }]],
    ]);
  });

  it('takes JSON that a person wrote for what was said', () => {
    expect(readMessages([{ role: 'user', content: '[{"city": "Bern"}]' }], 'user')[0]?.parts).toEqual([
      { kind: 'text', text: '[{"city": "Bern"}]' },
    ]);
  });
});

describe('calls and results that a text renders', () => {
  it('reads calls in the way Python prints them, their escapes undone', () => {
    const text = `Calling tools:\n[{'id': 'c1', 'type': 'function', 'function': {'name': 'python', 'arguments': 'print(\\'a\\')\\nx = "\\\\d"'}}, {'id': 'c2', 'type': 'function', 'function': {'name': 'search', 'arguments': {'q': 'x'}}}]`;
    expect(isRenderedCalls(text)).toBe(true);
    expect(parseToolCallText(text)).toMatchObject([
      { id: 'c1', name: 'python', arguments: 'print(\'a\')\nx = "\\d"' },
      { id: 'c2', name: 'search', arguments: "{'q': 'x'}" },
    ]);
  });

  it('is not led astray by text that only looks like it', () => {
    expect(parseToolCallText("the {'id': list")).toEqual([]);
    expect(isRenderedCalls('Calling tools is fun')).toBe(false);
    expect(stripCallHeader('Call id: c1\nObservation:\nok')).toEqual({ id: 'c1', text: 'ok' });
    expect(stripCallHeader('Observation: none')).toEqual({ id: null, text: 'Observation: none' });
  });

  it('takes time that grows with the text', () => {
    const workOf = (count: number): number =>
      countWork(() => void parseToolCallText(`[${"{'id': 'c', 'type': 'function', ".repeat(count)}`));
    expect(workOf(8_000)).toBeLessThan(16 * workOf(1_000));
  });
});
