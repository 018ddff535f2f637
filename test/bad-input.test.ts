import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { diagnosisSchema } from '../src/contracts/diagnosis.ts';
import { type Ran, runInMemory } from './memory-host.ts';

const cwd = mkdtempSync(join(tmpdir(), 'culprit-bad-'));
const user = { role: 'user', content: 'Where is my order?' };
const assistant = { role: 'assistant', content: 'On its way.' };
const call = (id: string, args = '{"order":1}') => ({
  role: 'assistant',
  content: null,
  tool_calls: [{ id, type: 'function', function: { name: 'find', arguments: args } }],
});
const result = (id: string, content = '{"found":true}') => ({ role: 'tool', tool_call_id: id, content });
const chat = (...messages: unknown[]) => JSON.stringify({ messages });
const run = (task: unknown, traj: readonly unknown[] = [user, assistant]) =>
  JSON.stringify({ task_id: task, reward: 0, traj });

/** Runs the command line on bytes, in every form that its output has. */
async function culprit(content: string | Uint8Array): Promise<Ran & { readonly report: string }> {
  const file = join(cwd, 'trace.json');
  writeFileSync(file, content);
  const report = await runInMemory(['trace.json', '--full'], { cwd });
  const ran = await runInMemory(['trace.json', '--jsonl'], { cwd });
  for (const text of [report.stdout, report.stderr, ran.stdout, ran.stderr]) {
    expect(text).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
    expect(text).not.toMatch(/^\s+at .*:\d+:\d+\)?$/m);
    expect(text).not.toContain('INTERNAL');
  }
  return { ...ran, report: report.stdout };
}

const linesOf = (stdout: string) =>
  stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

/** The one diagnosis of a trace that can be read in spite of all. */
async function diagnosed(content: string | Uint8Array) {
  const { exitCode, stdout, stderr } = await culprit(content);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  const [line, ...others] = linesOf(stdout);
  expect(others).toEqual([]);
  const diagnosis = diagnosisSchema.parse(line);
  const warnings = Object.fromEntries(diagnosis.coverage.warnings.map(({ code, count }) => [code, count]));
  return { steps: diagnosis.stepCount, complete: diagnosis.coverage.complete, warnings };
}

/** The one error of a trace that cannot be read, as the person sees it. */
async function refused(content: string | Uint8Array) {
  const { exitCode, stdout, stderr, report } = await culprit(content);
  expect({ exitCode, report }).toEqual({ exitCode: 2, report: '' });
  const [line, ...others] = linesOf(stdout);
  expect(others).toEqual([]);
  expect(line).toMatchObject({ trajectoryId: null, source: { uri: 'trace.json' } });
  expect(stderr).toBe(`trace.json: ${line.error.message}\n  ${line.error.hint}\n`);
  return `${line.error.code}: ${line.error.message}`;
}

describe('what cannot be read is refused with file, place and advice', () => {
  it.each([
    ['an empty file', '', 'TRACE_EMPTY: the file is empty'],
    ['white space', '\n \n', 'TRACE_EMPTY: the file holds nothing but white space'],
    [
      'binary data',
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13]),
      'TRACE_BINARY: the file is not text: byte 5 is zero',
    ],
    [
      'a compressed file',
      Buffer.from([0x1f, 0x8b, 8, 0]),
      'TRACE_BINARY: the file is gzip-compressed data: unpack it first (gunzip -c FILE | culprit -)',
    ],
    [
      'prose',
      'Dear reader,\nthis is no trace.\n',
      'TRACE_JSON_INVALID: not valid JSON (line 1, column 1): it starts with "Dear reader, this is no trace."',
    ],
    [
      'a mistake in JSON',
      '{\n  "messages": [\n    {"role": "user",}\n  ]\n}',
      'TRACE_JSON_INVALID: not valid JSON (line 3, column 21)',
    ],
    [
      'JSON that is cut before anything is whole',
      '{"messages": [{"role": "us',
      'TRACE_JSON_INVALID: JSON ends in the middle of a value (line 1, column 27)',
    ],
    [
      'nesting 10,000 deep',
      `${'['.repeat(10_000)}${']'.repeat(10_000)}`,
      'TRACE_TOO_DEEP: JSON is nested more than 400 levels deep',
    ],
    [
      'nesting in an object',
      `{"messages": ${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}}`,
      'TRACE_TOO_DEEP: JSON is nested more than 400 levels deep',
    ],
    [
      'JSON that is no trace',
      '{"name": "culprit", "version": 1}',
      'TRACE_FORMAT_UNKNOWN: no trace format fits: an object with the top-level keys name, version',
    ],
    ['a number', '42', 'TRACE_FORMAT_UNKNOWN: no trace format fits: a number'],
    [
      'zero messages',
      '{"messages": []}',
      'TRACE_FORMAT_UNKNOWN: no trace format fits: an object with the top-level keys messages; nearest: anthropic-messages (messages), mini-swe-agent (messages), openai-chat (messages)',
    ],
    ['zero steps', run(1, []), 'TRACE_NO_STEPS: tau-bench: the trajectory "1" has no steps'],
    ['an empty list', '[]', 'TRACE_NO_STEPS: an empty list'],
  ])('%s', async (_name, content, message) => {
    expect(await refused(content)).toBe(message);
  });

  it('a key that would steer the terminal', async () => {
    expect(await refused('{"\\u001b[2Jboo": 1, "\\u202egnp": 2}')).toBe(
      'TRACE_FORMAT_UNKNOWN: no trace format fits: an object with the top-level keys \ufffd[2Jboo, \ufffdgnp',
    );
  });
});

describe('what nobody foresaw', () => {
  it('is told in one line, without a stack trace unless that is asked for', async () => {
    const stdin = async function* (): AsyncGenerator<Uint8Array> {
      yield new Uint8Array([0x7b]);
      throw new Error('the disk is on fire');
    };
    const quiet = await runInMemory(['-', '--jsonl'], { cwd, stdin: stdin() });
    expect(quiet.exitCode).toBe(3);
    expect(JSON.parse(quiet.stdout)).toMatchObject({ error: { code: 'INTERNAL', message: 'the disk is on fire' } });
    expect(quiet.stderr).toMatch(/^standard input: the disk is on fire\n {2}This is a fault of Culprit\.[^\n]*\n$/);
    const loud = await runInMemory(['-'], { cwd, stdin: stdin(), env: { CULPRIT_DEBUG: '1' } });
    expect(loud.stderr).toContain('bad-input.test.ts');
  });
});

describe('what is broken costs only itself', () => {
  it('a list that is cut keeps its whole messages', async () => {
    const text = chat(user, assistant, user, assistant);
    expect(await diagnosed(text.slice(0, -8))).toEqual({ steps: 3, complete: false, warnings: { TRACE_TRUNCATED: 1 } });
  });

  it('a last line that is cut keeps what is whole of it', async () => {
    const { exitCode, stdout } = await culprit(`${run(1)}\n${run(2)}`.slice(0, -8));
    expect(exitCode).toBe(0);
    expect(linesOf(stdout)).toMatchObject([
      { stepCount: 2, coverage: { complete: true, warnings: [] } },
      { stepCount: 1, coverage: { complete: false, warnings: [{ code: 'JSONL_TAIL_TRUNCATED' }] } },
    ]);
  });

  it('a bad line becomes an error line, and the rest goes on', async () => {
    const { exitCode, stdout } = await culprit(`${run(1)}\n{"task_id": 2,,}\n${run(3, [])}\n${run(4)}\n`);
    expect(exitCode).toBe(2);
    expect(linesOf(stdout)).toMatchObject([
      { trajectoryId: '1' },
      { error: { code: 'TRACE_JSON_INVALID', message: 'line 2: not valid JSON (column 15)' } },
      { error: { code: 'TRACE_NO_STEPS', message: 'line 3: tau-bench: the trajectory "3" has no steps' } },
      { trajectoryId: '4' },
    ]);
  });

  it('bytes that are not UTF-8 are replaced, and counted', async () => {
    const text = Buffer.concat([
      Buffer.from('{"messages":[{"role":"user","content":"caf'),
      Buffer.from([0xe9]),
      Buffer.from('"}]}'),
    ]);
    expect(await diagnosed(text)).toEqual({ steps: 1, complete: true, warnings: { TEXT_INVALID_UTF8: 1 } });
  });

  it.each([
    ['UTF-8', Buffer.from(`\ufeff${chat(user, assistant)}`)],
    ['UTF-16', Buffer.from(`\ufeff${chat(user, assistant)}`, 'utf16le')],
  ])('a byte order mark is no content: %s', async (_name, bytes) => {
    expect(await diagnosed(bytes)).toEqual({ steps: 2, complete: true, warnings: {} });
  });

  it('a line of 100 MB is read', async () => {
    const text = `${run(1)}\n${run(2, [user, { ...assistant, content: 'x'.repeat(100_000_000) }])}\n${run(3)}\n`;
    writeFileSync(join(cwd, 'long.jsonl'), text);
    const { exitCode, stdout } = await runInMemory(['long.jsonl', '--jsonl'], { cwd });
    expect(exitCode).toBe(0);
    expect(linesOf(stdout)).toMatchObject([
      { trajectoryId: '1' },
      { trajectoryId: '2', stepCount: 2 },
      { trajectoryId: '3' },
    ]);
    expect(stdout.length).toBeLessThan(100_000);
  });
});

describe('what is odd in a trace is kept, and counted in the coverage', () => {
  it.each([
    ['ids that occur twice', [user, call('a'), result('a'), call('a'), result('a')], { steps: 5, warnings: {} }],
    [
      'a result without a call',
      [user, result('x'), assistant],
      { steps: 3, warnings: { TOOL_RESULT_WITHOUT_CALL: 1 } },
    ],
    ['a call without a result', [user, call('a'), assistant], { steps: 3, warnings: { TOOL_CALL_WITHOUT_RESULT: 1 } }],
    [
      'roles that nobody knows',
      [user, { role: 'wizard', content: 'Abracadabra' }, assistant],
      { steps: 3, warnings: { ROLE_UNKNOWN: 1 } },
    ],
    [
      'messages that are none',
      [user, assistant, user, assistant, 7, null, 'x', ['y']],
      { steps: 8, warnings: { MESSAGE_NOT_AN_OBJECT: 4 } },
    ],
    ['arguments that are not JSON', [user, call('a', '{order: 1'), result('a'), assistant], { steps: 4, warnings: {} }],
    [
      'arguments nested too deep',
      [user, call('a', '['.repeat(9_000)), result('a'), assistant],
      { steps: 4, warnings: {} },
    ],
    ['one step', [user], { steps: 1, warnings: {} }],
  ])('%s', async (_name, messages, expected) => {
    expect(await diagnosed(chat(...messages))).toEqual({ ...expected, complete: true });
  });

  it('parents in a circle, spans without a parent, and clocks that run backwards', async () => {
    const span = (id: string, parent: string | null, start: number, kind: string) => ({
      trace_id: 't',
      span_id: id,
      parent_span_id: parent,
      name: `${kind} x`,
      start_time: start,
      end_time: start - 5_000_000_000,
      attributes: {
        'gen_ai.operation.name': kind,
        'gen_ai.tool.name': 'x',
        'gen_ai.input.messages': JSON.stringify([{ role: 'user', parts: [{ type: 'text', content: `Ask ${id}` }] }]),
        'gen_ai.output.messages': JSON.stringify([
          { role: 'assistant', parts: [{ type: 'text', content: `Say ${id}` }] },
        ]),
      },
      status: { code: 'OK' },
    });
    const start = 1_700_000_000_000_000_000;
    const spans = [
      span('a', 'b', start, 'chat'),
      span('b', 'a', start - 9_000_000_000, 'chat'),
      span('c', 'c', start - 60_000_000_000, 'execute_tool'),
      span('d', 'missing', start + 1, 'chat'),
    ];
    const { steps, warnings } = await diagnosed(JSON.stringify(spans));
    expect(steps).toBeGreaterThan(3);
    expect(Object.keys(warnings)).toEqual(expect.arrayContaining(['PARENT_CYCLE', 'SPAN_ORPHAN']));
  });

  it('keys called __proto__ are keys', async () => {
    const text = `{"__proto__": {"messages": 1}, "messages": [{"role": "user", "content": "x", "__proto__": {"role": "tool"}},
      {"role": "assistant", "tool_calls": [{"id": "__proto__", "function": {"name": "constructor", "arguments": "{\\"__proto__\\": 1}"}}]},
      {"role": "tool", "tool_call_id": "__proto__", "name": "__proto__", "content": "{\\"__proto__\\": {\\"error\\": \\"boo\\"}}"}]}`;
    expect(await diagnosed(text)).toEqual({ steps: 3, complete: true, warnings: {} });
  });

  it('control sequences in every field never reach the output', async () => {
    const evil = '\u001b[31m\u001b]0;owned\u0007\u009b2J\u202eabc\r\nx';
    await diagnosed(
      chat(
        { role: 'user', content: evil, name: evil },
        { ...call(evil, JSON.stringify({ [evil]: evil })), name: evil },
        { ...result(evil, `Error: ${evil}`), name: evil },
        { role: 'assistant', content: `I am sure: ${evil}`, name: evil },
      ),
    );
    writeFileSync(join(cwd, 'evil.json'), JSON.stringify({ task_id: evil, reward: 0, traj: [user, assistant] }));
    const { stdout } = await runInMemory(['inspect', 'evil.json'], { cwd });
    expect(stdout).toContain('trajectory  \ufffd[31m\ufffd]0;owned\ufffd\ufffd2J\ufffdabc x');
  });

  it('50,000 steps are read within a minute, on a busy machine too', async () => {
    const messages = Array.from({ length: 12_500 }, (_, index) => [
      { ...user, content: `Question ${index}` },
      call(`c${index}`, JSON.stringify({ order: index })),
      result(`c${index}`, JSON.stringify({ order: index, status: 'sent' })),
      { ...assistant, content: `Order ${index} was sent.` },
    ]).flat();
    writeFileSync(join(cwd, 'many.json'), chat(...messages));
    const { exitCode, stdout } = await runInMemory(['many.json', '--jsonl'], { cwd });
    expect(exitCode).toBe(0);
    expect(linesOf(stdout)).toMatchObject([{ stepCount: 50_000, coverage: { complete: true, warnings: [] } }]);
  }, 60_000);
});
