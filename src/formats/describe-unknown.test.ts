import { describe, expect, it } from 'vitest';
import { describeUnknown } from './describe-unknown.ts';
import { FORMATS } from './index.ts';

const describeJson = (value: unknown) => describeUnknown(JSON.stringify(value));

describe('describeUnknown', () => {
  it('shows keys, types and counts three levels deep, and what the nearest format would have needed', () => {
    const step = { step_id: 1, source: 'user', message: 'a secret text', extra: { deep: { deeper: 1 } } };
    const { shape, nearest } = describeJson({ schema_version: 'ATIF-v2', steps: [step, { ...step, extra: null }] });
    expect(shape).toEqual([
      'one JSON document: object of 2 keys',
      '  schema_version: text of 7 characters: "ATIF-v2"',
      '  steps: list of 2',
      '    []: object of 4 keys',
      '      step_id: number',
      '      source: text of 4 characters',
      '      message: text of 13 characters',
      '      extra: object of 1 key or null',
    ]);
    expect(nearest[0]).toEqual({ format: 'atif', missing: 'no "schema_version" with "ATIF-v1"' });
  });

  it('describes JSON lines by their first ones, and says how many there are', () => {
    const lines = Array.from({ length: 60 }, (_, n) => JSON.stringify(n === 1 ? { t: n, odd: true } : { t: n }));
    const { shape } = describeUnknown(`${lines.join('\n')}\n\n`);
    expect(shape).toEqual([
      'JSON values on 60 lines; the first 50: object of 1 to 2 keys',
      '  t: number',
      '  odd: true/false (in 1 of 50)',
    ]);
  });

  it.each([
    ['spans without attributes of agents', { traceId: 'a1', spanId: 'b1', name: 'GET' }, 'otlp-genai', 'gen_ai.'],
    ['messages of unknown roles', [{ role: 'narrator', content: 'x' }], 'openai-chat', 'no role system, user'],
    ['a run without its messages', { task_id: 1, reward: 0 }, 'tau-bench', 'no list "traj" or "simulations"'],
    [
      'a trace inside of another',
      { data: { run: { messages: [{ role: 'user', content: 'x' }] } } },
      'openai-chat',
      '/data/run',
    ],
  ])('says what came near: %s', (_name, value, format, words) => {
    const found = describeJson(value).nearest.find((near) => near.format === format);
    expect(found?.missing).toContain(words);
  });

  it.each([
    ['', 'nothing but white space'],
    ['a,b\n1,2', 'not JSON: it starts with "a,b 1,2"'],
    ['1,2\n3,4', 'not JSON: it starts with "1,2 3,4"'],
    ['{"a": [', 'JSON that ends before any of it is complete'],
    [`${'['.repeat(1000)}${']'.repeat(1000)}`, 'JSON is nested more than 400 levels deep'],
    ['\u001b[31mred', 'not JSON: it starts with "\ufffd[31mred"'],
  ])('%j is described as what it is', (text, words) => {
    expect(describeUnknown(text)).toEqual({ shape: [words], nearest: [] });
  });

  it('describes what is there of a text that is cut off', () => {
    const { shape } = describeUnknown('{"a": [{"b": 1}, {"b": "cu');
    expect(shape[0]).toBe('a JSON document that is cut off: object of 1 key');
    expect(shape).toContain('      b: number');
  });

  it('stays within 40 lines, and prints no content and nothing that steers a terminal', () => {
    const wide = Object.fromEntries(
      Array.from({ length: 300 }, (_, n) => [
        `\u001b[2J${n}`,
        { a: { b: 'secret' }, type: `long ${'secret '.repeat(9)}` },
      ]),
    );
    const { shape, nearest } = describeJson([wide]);
    expect(shape.length).toBeLessThanOrEqual(40);
    expect([...shape, ...nearest.map(({ missing }) => missing)].join('\n')).not.toMatch(/\u001b|secret/);
  });
});

it('every format says what its documents have', () => {
  for (const [id, { marks }] of Object.entries(FORMATS)) expect(marks.length, id).toBeGreaterThan(0);
});
