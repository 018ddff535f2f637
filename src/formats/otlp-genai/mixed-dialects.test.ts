import { describe, expect, it } from 'vitest';
import { expectSound } from '../../../test/expect-sound.ts';
import { otlpDocument, type TestSpan } from '../../../test/otlp-document.ts';
import { outlineTrajectory } from '../../../test/outline-trajectory.ts';
import type { Trajectory } from '../../contracts/trajectory.ts';
import { openinference } from '../openinference/index.ts';
import { detectDocument } from '../reading/detect-format.ts';
import { otlpGenai } from './index.ts';

const read = (...spans: readonly TestSpan[]): Trajectory => {
  const [trajectory] = otlpGenai.parse(otlpDocument(spans), { uri: null, recordRef: '' });
  if (trajectory === undefined) throw new Error('no trajectory');
  expectSound(trajectory);
  return trajectory;
};
/** Roles and events of the steps, without ids. */
const outline = (...spans: readonly TestSpan[]): readonly string[] =>
  outlineTrajectory(read(...spans)).map((line) => line.replace(/ [0-9a-f]{16}(?:\/(?:in|out)put\/\d+)?/, ''));

const one = (attributes: Readonly<Record<string, unknown>>, name = 'span'): TestSpan => {
  return { id: 'one', name, at: [1, 2], attributes };
};
const chat = { 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': 'm' };
const messages = (role: string, content: string): string =>
  JSON.stringify([{ role, parts: [{ type: 'text', content }] }]);
const flat = {
  'llm.input_messages.0.message.role': 'user',
  'llm.input_messages.0.message.content': 'Weather?',
  'llm.output_messages.0.message.role': 'assistant',
  'llm.output_messages.0.message.tool_calls.0.tool_call.id': 'c1',
  'llm.output_messages.0.message.tool_calls.0.tool_call.function.name': 'weather',
  'llm.output_messages.0.message.tool_calls.0.tool_call.function.arguments': '{"city":"Bern"}',
};
const asked = 'user/user: message "Weather?"';
const called = 'agent/assistant: call weather#c1 "{\\"city\\":\\"Bern\\"}"';

describe('a span whose kind is told by one convention and whose content by another', () => {
  it('is read whole where the operation is OpenTelemetry’s and the messages are OpenInference’s', () => {
    const trajectory = read(one({ ...chat, ...flat, 'llm.token_count.prompt': 7, 'llm.tools.0.tool.name': 'weather' }));
    expect(outline(one({ ...chat, ...flat }))).toEqual([asked, called]);
    expect(trajectory.usage?.inputTokens).toBe(7);
    expect(trajectory.tools.map(({ name }) => name)).toEqual(['weather']);
    expect(trajectory.coverage.warnings.map(({ code }) => code)).not.toContain('CONTENT_NOT_RECORDED');
  });

  it.each([
    ['raw values', { 'input.value': 'Weather?', 'output.value': 'Rain.' }],
    ['one side in each', { 'gen_ai.input.messages': messages('user', 'Weather?'), 'output.value': 'Rain.' }],
    ['empty messages', { 'gen_ai.input.messages': '[]', 'input.value': 'Weather?', 'output.value': 'Rain.' }],
    [
      'messages before raw values, whose kind says otherwise',
      {
        'openinference.span.kind': 'LLM',
        'input.value': '{"contents": "raw"}',
        'output.value': '{"raw": 1}',
        'gen_ai.input.messages': messages('user', 'Weather?'),
        'gen_ai.output.messages': messages('assistant', 'Rain.'),
      },
    ],
    [
      'a kind that is no word of the convention',
      { 'openinference.span.kind': 'UNKNOWN', 'input.value': 'Weather?', 'output.value': 'Rain.' },
    ],
  ])('is read whole: %s', (_name, attributes) => {
    expect(outline(one({ ...chat, ...attributes }))).toEqual([asked, 'agent/assistant: message "Rain."']);
  });

  it('is not told twice where both hold the content', () => {
    const both = { ...flat, 'gen_ai.input.messages': messages('user', 'Weather?'), 'input.value': 'Weather?' };
    expect(outline(one({ ...chat, ...both }))).toEqual([asked, called]);
    expect(outline(one({ ...chat, ...both, 'openinference.span.kind': 'LLM' }))).toEqual([asked, called]);
  });

  it('takes a tool’s arguments and result, and an agent’s task and answer, from either', () => {
    const tool = {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'weather',
      'gen_ai.tool.call.id': 'c1',
    };
    const values = { 'input.value': '{"city":"Bern"}', 'output.value': 'Rain.', 'tool.name': 'other' };
    expect(outline(one({ ...tool, ...values }))).toEqual([
      'tool/weather: call weather#c1 "{\\"city\\":\\"Bern\\"}" | result #c1 "Rain."',
    ]);
    const agent = { 'gen_ai.operation.name': 'invoke_agent', 'input.value': 'Weather?', 'output.value': 'Rain.' };
    const steps = outline(one({ ...agent, 'agent.name': 'forecaster' }, 'run'));
    expect(steps).toEqual([asked, 'agent/forecaster: message "Rain."']);
  });

  it('keeps a wrapper a wrapper where it says that it is one, and calls a model call one that is named nothing', () => {
    const inner: TestSpan = { ...one({ ...chat, ...flat }), id: 'two', parent: 'one', at: [1.2, 1.8] };
    expect(outline(one({ 'openinference.span.kind': 'CHAIN', ...flat }), inner)).toEqual([asked, called]);
    expect(outline(one({ 'gen_ai.operation.name': 'step', ...flat }))).toEqual([asked, called]);
    expect(outline(one(flat))).toEqual([asked, called]);
  });

  it('is named after the convention that gives its kind', () => {
    const formatOf = (attributes: Readonly<Record<string, unknown>>) =>
      detectDocument(otlpDocument([one(attributes)]))?.format.id;
    expect(formatOf({ ...chat, ...flat })).toBe(otlpGenai.id);
    expect(formatOf({ ...chat, ...flat, 'openinference.span.kind': 'LLM' })).toBe(openinference.id);
    expect(formatOf(flat)).toBe(openinference.id);
  });
});
