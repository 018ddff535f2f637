import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectSound } from '../../../test/expect-sound.ts';
import { createWorkCount } from '../../../test/work-count.ts';
import { AppError } from '../../base/errors.ts';
import { atif } from '../atif/index.ts';
import { claudeCode } from '../claude-code/index.ts';
import type { TraceFormat } from '../format.ts';
import { openinference } from '../openinference/index.ts';
import { otelJsonLocal } from '../otel-json-local/index.ts';
import { otlpGenai } from '../otlp-genai/index.ts';

const countWork = createWorkCount();

const context = { uri: null, recordRef: '' };
const FORMATS: readonly TraceFormat[] = [atif, claudeCode, openinference, otelJsonLocal, otlpGenai];

/** Parses, and takes refusal with an error of ours for an answer: nothing else may be thrown. */
function expectReadOrRefused(read: () => readonly unknown[]): void {
  try {
    for (const trajectory of read()) expectSound(trajectory as never);
  } catch (error) {
    if (!AppError.isInstance(error)) throw error;
  }
}

const text = fc.constantFrom(
  '',
  'hi',
  'continue',
  'Call id: c1\nError: no',
  'a text that is long enough to be told apart',
  '__proto__',
);
const parts = fc.array(
  fc.oneof(
    fc.record({ type: fc.constant('text'), content: text }),
    fc.record({
      type: fc.constant('tool_call'),
      id: fc.constantFrom('c1', 'c2', null),
      name: fc.constantFrom('x', 'y'),
      arguments: fc.jsonValue(),
    }),
    fc.record({
      type: fc.constant('tool_call_response'),
      id: fc.constantFrom('c1', 'c3', null),
      response: fc.jsonValue(),
    }),
  ),
  { maxLength: 3 },
);
const messages = fc.array(
  fc.record({ role: fc.constantFrom('user', 'assistant', 'tool', 'system', 'odd', 'tool-call'), parts }),
  { maxLength: 4 },
);

const attributes = fc.record(
  {
    'gen_ai.operation.name': fc.constantFrom(
      'chat',
      'execute_tool',
      'invoke_agent',
      'plan',
      'agent_handoff',
      'unknown',
    ),
    'openinference.span.kind': fc.constantFrom('LLM', 'TOOL', 'AGENT', 'CHAIN', 'RETRIEVER', 'GUARDRAIL', 'EVALUATOR'),
    'gen_ai.agent.name': fc.constantFrom('a', 'b'),
    'gen_ai.tool.name': fc.constantFrom('x', 'y'),
    'gen_ai.tool.call.id': fc.constantFrom('c1', 'c2'),
    'gen_ai.tool.call.result': text,
    'gen_ai.input.messages': messages,
    'gen_ai.output.messages': messages,
    'gen_ai.handoff.to_agent': fc.constantFrom('a', 'b'),
    'input.value': fc.oneof(text, fc.json()),
    'output.value': fc.oneof(text, fc.json()),
    'llm.input_messages.0.message.content': text,
    'llm.input_messages.__proto__.x': text,
    'error.type': fc.constantFrom('E'),
  },
  { requiredKeys: [] },
);

const span = fc.record(
  {
    traceId: fc.constantFrom('t1', 't2'),
    spanId: fc.constantFrom('s1', 's2', 's3', 's4', 's5', 's6'),
    parentSpanId: fc.constantFrom('s1', 's2', 's3', 's4', 's9', ''),
    name: fc.constantFrom('chat m', 'run', 'handoff to b', 'CodeAgent.run'),
    startTimeUnixNano: fc.oneof(
      fc.constantFrom('1700000000000000000', '1700000001000000000', 'never'),
      fc.double(),
      fc.constant(null),
    ),
    endTimeUnixNano: fc.constantFrom('1700000002000000000', '1600000000000000000'),
    attributes,
    status: fc.record({ code: fc.constantFrom(0, 1, 2) }),
    events: fc.array(
      fc.record({
        name: fc.constantFrom('exception', 'gen_ai.choice', 'gen_ai.user.message'),
        attributes: fc.record({ content: text, 'exception.message': text }),
      }),
      { maxLength: 2 },
    ),
  },
  { requiredKeys: ['traceId', 'spanId'] },
);

describe('hostile input', () => {
  it('reads any forest of spans: repeated ids, cycles, clocks that lie', () => {
    fc.assert(
      fc.property(fc.array(span, { maxLength: 12 }), (spans) => {
        expectReadOrRefused(() => otlpGenai.parse(spans, context));
        expectReadOrRefused(() => openinference.parse({ trace_id: 't', spans }, context));
      }),
      { numRuns: 150 },
    );
  });

  it('detects and parses any JSON without an error that is not ours', () => {
    const key = fc.constantFrom(
      'spans',
      'steps',
      'type',
      'message',
      'content',
      'resourceSpans',
      'traceId',
      'spanId',
      'schema_version',
      'uuid',
      'data',
      'attributes',
      'loglines',
      'schema',
      '__proto__',
      'constructor',
    );
    const value = fc.letrec((tie) => ({
      any: fc.oneof(
        { depthSize: 'small' },
        fc.constantFrom<unknown>(null, 1, 'user', 'assistant', 'ATIF-v1.7', 'otel-json-local-v0', '', true),
        fc.array(tie('any'), { maxLength: 3 }),
        fc.dictionary(key, tie('any'), { maxKeys: 5 }),
      ),
    })).any;
    fc.assert(
      fc.property(value, (document) => {
        for (const format of FORMATS) {
          const confidence = format.detect(document);
          expect(confidence).toBeGreaterThanOrEqual(0);
          expect(confidence).toBeLessThanOrEqual(1);
          expectReadOrRefused(() => format.parse(document, context));
          const lines = Array.isArray(document) ? document : [document];
          expectReadOrRefused(
            () =>
              format.session?.parse(
                lines.map((one, index) => ({ lineNumber: index + 1, value: one })),
                context,
              ) ?? [],
          );
        }
      }),
      { numRuns: 150 },
    );
  });

  it('grows with the size of a trace, not with its square', () => {
    const spansOf = (count: number): unknown[] =>
      Array.from({ length: count }, (_, index) => ({
        traceId: 't',
        spanId: `s${index}`,
        startTimeUnixNano: String(1_700_000_000_000_000_000n + BigInt(index)),
        attributes: {
          'openinference.span.kind': 'TOOL',
          'tool.name': 'x',
          'input.value': `{"a": ${index}}`,
          'output.value': `result ${index}`,
        },
      }));
    const workOf = (count: number): number => {
      const spans = spansOf(count);
      return countWork(() => expect(openinference.parse(spans, context)[0]?.steps.length).toBe(count));
    };
    expect(workOf(4_000)).toBeLessThan(16 * workOf(500));
  });
});
