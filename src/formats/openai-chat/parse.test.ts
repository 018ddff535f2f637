import { describe, expect, it } from 'vitest';
import { outlineOf, parseFirst, readFormatFixture } from '../../../test/read-format-fixture.ts';
import { openaiChat } from './index.ts';

describe('openai-chat', () => {
  it('reads messages, tool calls and results; a tool without a name gets it from its call', () => {
    const [run] = readFormatFixture(openaiChat, 'messages-with-tool-calls.json');
    expect(run && outlineOf(run).slice(0, 3)).toEqual([
      '1 user user: message',
      '2 agent assistant: message, call get_nobel_prize_winner_by_criteria',
      '3 tool get_nobel_prize_winner_by_criteria: result get_nobel_prize_winner_by_criteria null',
    ]);
    expect(run?.coverage.warnings).toEqual([]);
  });

  it('reads old function calls, custom tools, errors and refusals', () => {
    const [run] = readFormatFixture(openaiChat, 'legacy-function-call.json');
    expect(run && outlineOf(run)).toEqual([
      '1 system system: message',
      '2 user user: message',
      '3 agent assistant: call get_weather',
      '4 tool get_weather: result get_weather null',
      '5 agent assistant: call get_weather, call run_query',
      '6 tool run_query: result run_query null',
      '7 tool get_weather: result get_weather true',
      '8 agent assistant: message',
    ]);
    expect(run?.steps[6]?.events[0]).toMatchObject({ errorType: 'unavailable' });
    expect(run?.steps[7]?.events[0]?.text).toBe('I can not tell the weather in Thun.');
    expect(run?.tools).toMatchObject([{ name: 'get_weather', parameters: { required: ['city'] } }]);
    expect(run?.instruction).toBe('What is the weather in Bern?\n[image_url]');
  });

  it('keeps messages that are none, and warns', () => {
    const [run] = readFormatFixture(openaiChat, 'odd-messages.json');
    expect(run?.steps).toHaveLength(8);
    expect(run?.coverage).toMatchObject({
      recordsRead: 8,
      recordsMapped: 4,
      recordsOther: 4,
      warnings: [
        { code: 'MESSAGE_NOT_AN_OBJECT', count: 2, firstRef: '/1' },
        { code: 'ROLE_UNKNOWN', count: 2, firstRef: '/3' },
      ],
    });
  });

  it('keeps arguments that are no JSON, as they are', () => {
    const [run] = readFormatFixture(openaiChat, 'bare-list-invalid-arguments.json');
    expect(run?.steps[2]?.events[0]).toMatchObject({ kind: 'tool-call', argumentsValid: false, arguments: null });
  });

  it('reads a recorded exchange, and says where a response is no JSON body', () => {
    const [whole] = readFormatFixture(openaiChat, 'recorded-exchange.json');
    expect(whole?.steps[1]).toMatchObject({
      rawRef: '/response/choices/0/message',
      model: 'gpt-3.5-turbo-0125',
      usage: { inputTokens: 11, outputTokens: 1 },
    });
    const [streamed] = readFormatFixture(openaiChat, 'request-with-streamed-response.json');
    expect(streamed?.coverage).toMatchObject({ complete: false, warnings: [{ code: 'RESPONSE_NOT_READ' }] });
  });

  it('reads an outcome that stands beside the messages, and keeps labels in gold', () => {
    const messages = [{ role: 'user', content: 'q' }];
    const run = parseFirst(openaiChat, { messages, annotations: [{ text: 'label' }], metadata: { success: false } });
    expect(run).toMatchObject({ outcome: { status: 'failed' }, gold: { annotations: [{ text: 'label' }] } });
    expect(parseFirst(openaiChat, { messages, success: true }).outcome.status).toBe('unknown');
    expect(parseFirst(openaiChat, { messages, reward: 0.5 }).outcome).toMatchObject({ status: 'unknown', reward: 0.5 });
  });

  it('reads several chats of one file', () => {
    const chat = (text: string) => ({ messages: [{ role: 'user', content: text }] });
    const read = openaiChat.parse([chat('a'), chat('b')], { uri: null, recordRef: '' });
    expect(read.map(({ id, source }) => [id, source.recordRef])).toEqual([
      ['0', '/0'],
      ['1', '/1'],
    ]);
    const mixed = [chat('a'), { note: 'no chat' }];
    expect(() => openaiChat.parse(mixed, { uri: null, recordRef: '' })).toThrow(/\/1 holds no messages/);
  });
});

describe('actions in text', () => {
  it('finds the observation in a prompt that is repeated around it', () => {
    const [run] = readFormatFixture(openaiChat, 'action-tags.json');
    expect(run && outlineOf(run)).toEqual([
      '1 user user: message',
      '2 agent assistant: reasoning, plan, call search*',
      '3 tool search: other prompt, result search null, other prompt',
      '4 agent assistant: reasoning, call search*',
      '5 tool search: other prompt, result search null',
      '6 agent assistant: message',
    ]);
    expect(run?.steps[4]?.events[1]?.text).toBe(
      'Tool \'search\' executed.\nResult: {\n  "output": "The tower is 61 m high."\n}',
    );
    expect(run?.coverage.elided).toMatchObject([
      { what: 'characters of the prompt that are repeated after an observation' },
    ]);
    expect(run?.outcome.status).toBe('succeeded');
  });

  it('takes a ReAct action for a call only where an observation follows', () => {
    const [run] = readFormatFixture(openaiChat, 'react.json');
    expect(run && outlineOf(run)).toEqual([
      '1 system system: message',
      '2 user user: message',
      '3 agent assistant: reasoning, call list_files*',
      '4 tool list_files: result list_files null',
      '5 agent assistant: message',
      '6 user user: message',
      '7 agent assistant: call close*',
      '8 tool close: result close null',
      '9 agent assistant: message',
    ]);
  });

  it('takes code for a call only where the output of a run follows', () => {
    const chat = (answer: string) => [
      { role: 'user', content: 'Write a loop.' },
      { role: 'assistant', content: 'Here:\n```python\nfor i in x: pass\n```' },
      { role: 'user', content: answer },
    ];
    expect(outlineOf(parseFirst(openaiChat, chat('Thanks! exitcode: 0 is fine'))).slice(1)).toEqual([
      '2 agent assistant: message',
      '3 user user: message',
    ]);
    expect(outlineOf(parseFirst(openaiChat, chat('exitcode: 1 (execution failed)\nCode output: x'))).slice(1)).toEqual([
      '2 agent assistant: message, call python*',
      '3 tool python: result python true',
    ]);
  });

  it('tells of an error that stands beside the messages, of the run or in the provider’s answer', () => {
    const messages = [{ role: 'user', content: 'hi' }];
    const told = { kind: 'error', text: 'Overloaded', errorType: 'overloaded_error' };
    const error = { type: 'overloaded_error', message: 'Overloaded' };
    const asked = parseFirst(openaiChat, { request: { messages }, response: { type: 'error', error } });
    expect(asked.steps.at(-1)).toMatchObject({ rawRef: '/response/error', role: 'environment', events: [told] });
    expect(parseFirst(openaiChat, { messages, error: 'Timeout' }).steps.at(-1)).toMatchObject({
      rawRef: '/error',
      events: [{ kind: 'error', text: 'Timeout', errorType: null }],
    });
    for (const none of [null, '', {}, false])
      expect(parseFirst(openaiChat, { messages, error: none }).steps).toHaveLength(1);
  });

  it('counts what stands beside the messages and is not read', () => {
    const document = {
      messages: [{ role: 'user', content: 'hi' }],
      conversation: [{ role: 'user', content: 'another' }],
      spans: [{ name: 'x' }, { name: 'y' }],
      note: 'short',
      log: 'long '.repeat(100),
      tools: [],
    };
    expect(parseFirst(openaiChat, document).coverage.elided).toEqual([
      { what: 'field `conversation` beside the messages', count: 1 },
      { what: 'field `spans` beside the messages', count: 2 },
      { what: 'field `log` beside the messages', count: 1 },
    ]);
    const choice = { message: { role: 'assistant', content: 'a' } };
    expect(parseFirst(openaiChat, { choices: [choice, choice, choice] }).coverage.elided).toEqual([
      { what: 'further choices of a response', count: 2 },
    ]);
  });
});
