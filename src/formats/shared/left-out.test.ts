import { describe, expect, it } from 'vitest';
import type { Trajectory } from '../../contracts/trajectory.ts';
import { parseTrace } from '../read-trace.ts';

const span = (id: string) => ({
  traceId: 'a1',
  spanId: id,
  name: 'chat',
  attributes: {
    'gen_ai.operation.name': 'chat',
    'gen_ai.output.messages': [{ role: 'assistant', parts: [{ type: 'text', content: `answer ${id}` }] }],
  },
});
const note = (text: string) => ({ level: 'info', text });
const chat = (id: string) => ({ id, messages: [{ role: 'user', content: 'hi' }] });

const read = (text: string): readonly Trajectory[] =>
  parseTrace(text).map((result) => {
    if (!result.ok) throw result.error;
    return result.value;
  });
const asLines = (...records: readonly unknown[]): string => records.map((record) => JSON.stringify(record)).join('\n');
const coverageOf = (text: string) => read(text)[0]?.coverage;

describe('records that are no spans', () => {
  it('are counted among the lines of a file, with their kinds and the place of the first', () => {
    const coverage = coverageOf(asLines(span('1'), note('a'), span('2'), note('b'), 7, span('3'), [], ['text']));
    expect(coverage).toMatchObject({
      recordsRead: 7,
      complete: false,
      warnings: [
        {
          code: 'RECORD_WITHOUT_SPAN',
          message: 'records beside the spans were left out: 2 object with "level", "text"; 1 number; 1 text',
          count: 4,
          firstRef: 'line:2',
        },
      ],
    });
  });

  it('are read as what they are where they are traces of another format', () => {
    const list = [chat('x'), span('1'), chat('y'), note('a'), span('2')];
    const expected = [
      ['otlp-genai', 2],
      ['openai-chat', 1],
      ['openai-chat', 1],
    ];
    const inLines = read(asLines(...list));
    expect(inLines.map(({ source, steps }) => [source.format, steps.length])).toEqual(expected);
    expect(inLines.map(({ source }) => source.recordRef)).toEqual(['', 'line:1', 'line:3']);
    expect(inLines[0]?.coverage.warnings).toMatchObject([{ count: 1, firstRef: 'line:4' }]);
    const inList = read(JSON.stringify(list));
    expect(inList.map(({ source, steps }) => [source.format, steps.length])).toEqual(expected);
    expect(inList.map(({ source }) => source.recordRef)).toEqual(['', '/0', '/2']);
    expect(inList[0]?.steps[0]?.rawRef).toBe('/1');
  });

  it('are counted beside the spans of an object; its other fields are named', () => {
    const { messages } = chat('x');
    const coverage = coverageOf(
      JSON.stringify({ trace_id: 'a1', messages, spans: [span('1')], app: 'x', extra: null }),
    );
    expect(coverage).toMatchObject({
      recordsRead: 2,
      complete: false,
      elided: [{ what: 'fields beside the spans: app', count: 1 }],
      warnings: [{ code: 'RECORD_WITHOUT_SPAN', count: 1, firstRef: '/messages/0' }],
    });
  });

  it('are counted within the containers of OTLP and Jaeger', () => {
    const resourceSpans = [
      { scopeSpans: [{ spans: [span('1'), { name: 'no ids' }] }, { scope: {}, metrics: [] }] },
      { resource: {}, scopeSpans: [] },
      'text',
    ];
    expect(coverageOf(JSON.stringify({ resourceSpans, resourceMetrics: [{ scopeMetrics: [] }] }))).toMatchObject({
      recordsRead: 5,
      warnings: [
        { code: 'SPAN_WITHOUT_ID', count: 1, firstRef: '/resourceSpans/0/scopeSpans/0/spans/1' },
        { code: 'RECORD_WITHOUT_SPAN', count: 3, firstRef: '/resourceSpans/0/scopeSpans/1' },
      ],
    });
    expect(coverageOf(JSON.stringify({ data: [{ spans: [span('1')] }, { traceID: 'x' }] }))).toMatchObject({
      warnings: [{ code: 'RECORD_WITHOUT_SPAN', count: 1, firstRef: '/data/1' }],
    });
  });

  it('are counted where they are log records: of an agent and nowhere to stand, or of something else', () => {
    const event = (name: string, ids: object) => ({ ...ids, eventName: name, body: { content: 'hello' } });
    const logRecords = [
      event('gen_ai.user.message', { traceId: 'a1', spanId: '1' }),
      event('gen_ai.user.message', {}),
      event('http.request', { traceId: 'a1', spanId: '1' }),
      event('http.request', {}),
    ];
    const resourceLogs = [{ scopeLogs: [{ logRecords }] }];
    const resourceSpans = [{ scopeSpans: [{ spans: [span('1')] }] }];
    const coverage = coverageOf(JSON.stringify({ resourceSpans, resourceLogs }));
    expect(coverage).toMatchObject({
      recordsRead: 4,
      complete: false,
      elided: [{ what: 'log records that are no events of an agent', count: 2 }],
      warnings: [{ code: 'RECORD_WITHOUT_SPAN', count: 1, firstRef: '/resourceLogs/0/scopeLogs/0/logRecords/1' }],
    });
  });

  it('are told of by the first trace that is one of an agent, and stay few words however many kinds there are', () => {
    const web = { traceId: 'b2', spanId: '9', name: 'GET', attributes: { 'http.method': 'GET' } };
    const odd = Array.from({ length: 30 }, (_, n) => ({ [`key${n}`]: n }));
    const coverage = coverageOf(JSON.stringify([web, span('1'), ...odd]));
    expect(coverage?.warnings.find(({ code }) => code === 'RECORD_WITHOUT_SPAN')).toMatchObject({
      message: expect.stringMatching(/; 26 of other kinds$/),
      count: 30,
      firstRef: '/2',
    });
  });
});
