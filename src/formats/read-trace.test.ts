import { describe, expect, it } from 'vitest';
import { parseTrace, readTrace, type TraceResult } from './read-trace.ts';
import { READ_LIMITS } from './reading/read-limits.ts';

const user = { role: 'user', content: 'Hello' };
const assistant = { role: 'assistant', content: 'Good day' };
const run = (task: number) => ({ task_id: task, reward: 0, traj: [user, assistant], info: {} });

async function* inChunks(bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const read = async (input: string | Uint8Array, size = 7, limits = {}): Promise<TraceResult[]> => {
  const bytes = typeof input === 'string' ? new TextEncoder().encode(input) : input;
  const results: TraceResult[] = [];
  for await (const result of readTrace(inChunks(bytes, size), { uri: 'f', limits })) results.push(result);
  return results;
};

/** Reads bytes and text alike: both ways must agree. */
const readBoth = async (text: string): Promise<readonly TraceResult[]> => {
  const results = await read(text);
  expect(shown(parseTrace(text, 'f'))).toEqual(shown(results));
  return results;
};

const shown = (results: readonly TraceResult[]) =>
  results.map((result) =>
    result.ok
      ? {
          at: result.value.source.recordRef,
          format: result.value.source.format,
          steps: result.value.steps.map((step) => step.rawRef),
          complete: result.value.coverage.complete,
          warnings: result.value.coverage.warnings.map((warning) => `${warning.code} ${warning.count}`),
        }
      : `${result.error.code}: ${result.error.message}`,
  );

const steps = ['/traj/0', '/traj/1'];
const whole = (at: string) => ({ at, format: 'tau-bench', steps, complete: true, warnings: [] });

describe('readTrace: documents', () => {
  it('reads a document, compact or over many lines', async () => {
    for (const text of [JSON.stringify([run(1), run(2)]), JSON.stringify([run(1), run(2)], null, 2)]) {
      expect(shown(await readBoth(text))).toEqual([whole('/0'), whole('/1')]);
    }
  });

  it('reads one bad trajectory of a list as one error', async () => {
    const results = await readBoth(JSON.stringify([run(1), { ...run(2), traj: [] }, { task: 3 }, run(4)]));
    expect(shown(results)).toEqual([
      whole('/0'),
      'TRACE_NO_STEPS: /1: tau-bench: the trajectory "2" has no steps',
      'TRACE_FORMAT_INVALID: /2: tau-bench: /2 is not a run with `traj`',
      whole('/3'),
    ]);
  });

  it('reads pretty-printed records one behind the other', async () => {
    const text = `\n${JSON.stringify(run(1), null, 1)}\n${JSON.stringify(run(2), null, 1)}`;
    const second = 2 + JSON.stringify(run(1), null, 1).split('\n').length;
    expect(shown(await readBoth(text))).toEqual([whole('line:2'), whole(`line:${second}`)]);
    expect(shown(await readBoth(JSON.stringify(run(1)) + JSON.stringify(run(2))))).toHaveLength(2);
  });

  it('keeps the complete messages of a list that is cut off', async () => {
    const text = JSON.stringify([user, assistant, user, assistant]);
    expect(shown(await readBoth(text.slice(0, -10)))).toEqual([
      { at: '', format: 'openai-chat', steps: ['/0', '/1', '/2'], complete: false, warnings: ['TRACE_TRUNCATED 1'] },
    ]);
  });

  it('keeps the complete trajectories of a list that is cut off, and what there is of the last', async () => {
    const text = JSON.stringify([run(1), run(2)], null, 1);
    const cut = text.slice(0, text.lastIndexOf('Good day'));
    expect(shown(await readBoth(cut))).toEqual([
      whole('/0'),
      { at: '/1', format: 'tau-bench', steps: ['/traj/0'], complete: false, warnings: ['TRACE_TRUNCATED 1'] },
    ]);
    expect(shown(await readBoth(text.slice(0, text.lastIndexOf('"user"'))))).toEqual([
      whole('/0'),
      'TRACE_JSON_INVALID: /1: JSON ends in the middle of this trajectory',
    ]);
  });

  it('names the place where a cut document ends when nothing can be kept', async () => {
    expect(shown(await readBoth('{"task_id": 1,\n "traj": [{"role": "us'))).toEqual([
      'TRACE_JSON_INVALID: JSON ends in the middle of a value (line 2, column 23)',
    ]);
  });

  it('says what was seen of a document that is no trace, and where a trace hides in it', async () => {
    expect(shown(await readBoth('{"a": 1, "result": {"messages": [{"role": "user", "content": "x"}]}}'))).toEqual([
      'TRACE_FORMAT_UNKNOWN: no trace format fits: an object with the top-level keys a, result; the value at /result looks like openai-chat: pass that part alone',
    ]);
    expect(shown(await readBoth('{"task_id": 3, "reward": 0, "log": []}'))).toEqual([
      'TRACE_FORMAT_UNKNOWN: no trace format fits: an object with the top-level keys task_id, reward, log; nearest: tau-bench (task_id, reward)',
    ]);
    expect(shown(await readBoth('[1, 2]'))).toEqual([
      'TRACE_FORMAT_UNKNOWN: no trace format fits: a list of 2, the first a number',
    ]);
    expect(shown(await readBoth('[]'))).toEqual(['TRACE_NO_STEPS: an empty list']);
  });

  it('says how text begins that is no JSON', async () => {
    expect(shown(await readBoth('name,role\n1,2\n'))).toEqual([
      'TRACE_JSON_INVALID: not valid JSON (line 1, column 1): it starts with "name,role 1,2"',
    ]);
    expect(shown(await readBoth('\n2026-01-01 INFO start\n2026-01-01 INFO end\n'))).toEqual([
      'TRACE_JSON_INVALID: not valid JSON (line 2, column 5): it starts with "2026-01-01 INFO start 2026-01-01 INFO e…"',
    ]);
    expect(shown(await readBoth('{\n "a": 1,\n b\n}'))).toEqual([
      'TRACE_JSON_INVALID: not valid JSON (line 3, column 2)',
    ]);
  });

  it('takes keys called __proto__ for what they are: keys', async () => {
    const text = `{"__proto__": {"polluted": true}, "messages": [{"role": "user", "content": "x", "__proto__": {"role": "tool"}}]}`;
    const [result] = await readBoth(text);
    expect(result?.ok && result.value.steps[0]?.role).toBe('user');
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it('refuses what is nested too deep', async () => {
    const deep = `{"messages": ${'['.repeat(10_000)}${']'.repeat(10_000)}}`;
    expect(shown(await read(deep, 1000))).toEqual(['TRACE_TOO_DEEP: JSON is nested more than 400 levels deep']);
    expect(shown(await read(`${JSON.stringify(run(1))}\n${deep}\n${JSON.stringify(run(2))}`, 1000))).toEqual([
      whole('line:1'),
      'TRACE_TOO_DEEP: line 2: JSON is nested more than 400 levels deep',
      whole('line:3'),
    ]);
  });
});

describe('readTrace: lines', () => {
  const lines = (...values: unknown[]) => values.map((value) => JSON.stringify(value)).join('\n');

  it('reads each line as a document of its own', async () => {
    expect(shown(await readBoth(`${lines(run(1), run(2))}\r\n\r\n${lines(run(3))}\n`))).toEqual([
      whole('line:1'),
      whole('line:2'),
      whole('line:4'),
    ]);
  });

  it('reads one message a line as one trajectory, with line numbers as places', async () => {
    expect(shown(await readBoth(lines(user, assistant, user)))).toEqual([
      { at: '', format: 'openai-chat', steps: ['line:1', 'line:2', 'line:3'], complete: true, warnings: [] },
    ]);
  });

  it('gives an error in place of a bad line, first, middle or last', async () => {
    const text = ['{"a": }', JSON.stringify(run(1)), 'oops', JSON.stringify(run(2)), '{"b":1,}', ''].join('\n');
    expect(shown(await readBoth(text))).toEqual([
      'TRACE_JSON_INVALID: line 1: not valid JSON (column 7)',
      whole('line:2'),
      'TRACE_JSON_INVALID: line 3: not valid JSON (column 1)',
      whole('line:4'),
      'TRACE_JSON_INVALID: line 5: not valid JSON (column 8)',
    ]);
  });

  it('keeps what there is of a last line that is cut off', async () => {
    const text = lines(run(1), run(2));
    expect(shown(await readBoth(text.slice(0, text.lastIndexOf('Good'))))).toEqual([
      whole('line:1'),
      { at: 'line:2', format: 'tau-bench', steps: ['/traj/0'], complete: false, warnings: ['JSONL_TAIL_TRUNCATED 1'] },
    ]);
    expect(shown(await readBoth(text.slice(0, text.lastIndexOf('traj'))))).toEqual([
      whole('line:1'),
      'TRACE_JSON_INVALID: line 2: JSON ends in the middle of a value (column 26)',
    ]);
  });

  it('costs a session its bad lines, and says so', async () => {
    const text = lines(user, assistant, user, assistant).replace('\n', '\noops\n').slice(0, -5);
    expect(shown(await readBoth(text))).toEqual([
      {
        at: '',
        format: 'openai-chat',
        steps: ['line:1', 'line:3', 'line:4'],
        complete: false,
        warnings: ['JSONL_LINE_INVALID 1', 'JSONL_TAIL_TRUNCATED 1'],
      },
    ]);
  });

  it('says once that lines are no trace', async () => {
    const text = Array.from({ length: 300 }, (_, index) => `{"level": "info", "n": ${index}}`).join('\n');
    expect(shown(await readBoth(text))).toEqual([
      'TRACE_FORMAT_UNKNOWN: line 1: no trace format fits: an object with the top-level keys level, n',
    ]);
  });

  it('reads no further once no format fits', async () => {
    async function* endless() {
      for (;;) yield new TextEncoder().encode('{"level": "info"}\n'.repeat(100));
    }
    const results: TraceResult[] = [];
    for await (const result of readTrace(endless())) results.push(result);
    expect(shown(results)).toMatchObject([expect.stringContaining('TRACE_FORMAT_UNKNOWN: line 1')]);
  });

  it('gives trajectories out before the file has ended', async () => {
    async function* endless() {
      for (let task = 0; ; task++) yield new TextEncoder().encode(`${JSON.stringify(run(task))}\n`);
    }
    let count = 0;
    for await (const result of readTrace(endless())) {
      expect(result.ok).toBe(true);
      if (++count === 200) break;
    }
    expect(count).toBe(200);
  });
});

describe('readTrace: bytes', () => {
  const text = JSON.stringify({ messages: [user, { role: 'assistant', content: 'Grüße, 你好, 👋' }] });
  const contents = (results: readonly TraceResult[]) =>
    results.flatMap((result) =>
      result.ok ? result.value.steps.flatMap((step) => step.events.map((e) => e.kind === 'message' && e.text)) : [],
    );

  it.each([
    ['UTF-8 with mark', Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(text)])],
    ['UTF-16 LE with mark', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])],
    ['UTF-16 LE', Buffer.from(text, 'utf16le')],
    [
      'UTF-16 LE with a line feed of one byte behind it',
      Buffer.concat([Buffer.from(text, 'utf16le'), Buffer.from('\n')]),
    ],
    ['UTF-16 BE with mark', Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(text, 'utf16le').swap16()])],
    ['UTF-16 BE', Buffer.from(text, 'utf16le').swap16()],
  ])('reads %s', async (_name, bytes) => {
    for (const size of [1, 3, 10_000]) {
      expect(contents(await read(bytes, size))).toEqual(['Hello', 'Grüße, 你好, 👋']);
    }
  });

  it('replaces what is not UTF-8 and counts it, but not marks of the source', async () => {
    const bytes = Buffer.concat([
      Buffer.from('{"messages": [{"role": "user", "content": "a�'),
      Buffer.from([0xff, 0xc3]),
      Buffer.from('"}]}'),
    ]);
    const results = await read(bytes);
    expect(contents(results)).toEqual(['a���']);
    expect(shown(results)).toMatchObject([{ complete: true, warnings: ['TEXT_INVALID_UTF8 2'] }]);
  });

  it('reads NaN as null and says so', async () => {
    const results = await readBoth('{"messages": [{"role": "user", "content": "x", "score": NaN}]}');
    expect(shown(results)).toMatchObject([{ warnings: ['JSON_NON_FINITE 1'] }]);
  });

  it.each([
    ['', 'TRACE_EMPTY: the file is empty'],
    [' \n\n', 'TRACE_EMPTY: the file holds nothing but white space'],
    ['\x1f\x8bxx', 'TRACE_BINARY: the file is gzip-compressed data: unpack it first (gunzip -c FILE | culprit -)'],
    ['ab\0c', 'TRACE_BINARY: the file is not text: byte 3 is zero'],
  ])('refuses %j', async (input, message) => {
    expect(shown(await read(Buffer.from(input, 'latin1')))).toEqual([message]);
  });

  it('bounds what it holds', async () => {
    const limits = { ...READ_LIMITS, maxDocumentBytes: 1000 };
    const long = JSON.stringify({ messages: [{ role: 'user', content: 'x'.repeat(2000) }] });
    expect(shown(await read(long, 100, limits))).toEqual([
      'TRACE_TOO_LARGE: the file is one JSON document that is too large',
    ]);
    expect(shown(await read(JSON.stringify([run(1), long], null, 1), 100, limits))).toEqual([
      'TRACE_TOO_LARGE: the file is one JSON document of more than 0 MB',
    ]);
    expect(shown(await read(`${JSON.stringify(run(1))}\n${long}\n${JSON.stringify(run(2))}`, 100, limits))).toEqual([
      whole('line:1'),
      'TRACE_TOO_LARGE: line 2: a line of 0 MB',
      whole('line:3'),
    ]);
    const session = Array.from({ length: 200 }, () => JSON.stringify(user)).join('\n');
    expect(shown(await read(session, 100, limits))).toEqual([
      'TRACE_TOO_LARGE: the lines are one openai-chat session of more than 0 MB',
    ]);
  });
});
