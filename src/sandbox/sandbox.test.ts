import { mkdtempSync, readdirSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { CheckSource, Sandbox, SandboxLanguage, SandboxResult } from '../contracts/sandbox.ts';
import { PYTHON_CACHE } from './__fixtures__/python-cache.ts';
import { openSandbox, type SandboxOptions } from './open-sandbox.ts';

const steps = Array.from({ length: 5 }, (_, position) => ({ position, text: `step ${position}` }));
const opened: Sandbox[] = [];
afterAll(() => Promise.all(opened.map((sandbox) => sandbox.close())));

function open(options: SandboxOptions, sources: Readonly<Record<string, string | CheckSource>>): Sandbox {
  const sandbox = openSandbox({ cacheFolder: PYTHON_CACHE, ...options });
  opened.push(sandbox);
  sandbox.define(
    Object.entries(sources).map(([id, source]) =>
      typeof source === 'string' ? { id, source, functionName: null } : source,
    ),
  );
  sandbox.load({ steps });
  return sandbox;
}

async function one(sandbox: Sandbox, checkId: string, position: number | null = 2): Promise<SandboxResult> {
  const [result] = await sandbox.run([{ checkId, position }]);
  if (result === undefined) throw new Error('no result');
  return result;
}

/** The same check in both languages, and what it must give. */
const LANGUAGES: Readonly<Record<SandboxLanguage, Readonly<Record<string, string>>>> = {
  javascript: {
    holds: '(trajectory, step) => step.position === 2 && trajectory.steps.length === 5',
    violated: '() => false',
    undecided: '() => ({ holds: null, message: "cannot tell" })',
    evidence:
      '(t, step) => ({ holds: false, message: "why", evidence: [{ position: step.position, quote: step.text }] })',
    helpers:
      'const LIMIT = 3;\nconst half = (n) => (n > 1 ? half(n / 2) : n);\nfunction check(t, step) { return half(8) === 1 && LIMIT === 3; }',
    'whole trajectory': '(t, step) => step === null && t.steps.length === 5',
    'its own mess':
      '(t) => { if (t.seen || globalThis.seen) return false; t.seen = true; globalThis.seen = true; t.steps.length = 0; return true; }',
    throws: '() => {\n\n  throw new Error("boo");\n}',
    syntax: '() => {\n  return (;\n}',
    'no function': '1 + 1',
    nothing: '() => {}',
    text: '() => "it is wrong"',
    number: '() => 1',
    none: '() => null',
    list: '() => [false, "why"]',
    promise: 'async () => true',
    'bad holds': '() => ({ holds: "yes" })',
    'bad evidence': '() => ({ holds: false, evidence: [{ position: -1 }] })',
    prints: '() => { console.log("seen", { a: 1 }); return true; }',
    loop: '() => { for (;;); }',
  },
  python: {
    holds:
      'def check(trajectory, i):\n    return trajectory["steps"][i]["position"] == 2 and len(trajectory["steps"]) == 5',
    violated: 'def check(t, i):\n    return False',
    undecided: 'def check(t, i):\n    return {"holds": None, "message": "cannot tell"}',
    evidence:
      'def check(t, i):\n    return {"holds": False, "message": "why", "evidence": [{"position": i, "quote": t["steps"][i]["text"]}]}',
    helpers:
      'import re\nLIMIT = 3\ndef half(n):\n    return half(n / 2) if n > 1 else n\ndef check(t, i):\n    return half(8) == 1 and LIMIT == 3 and re.search("a", "cab") is not None',
    'whole trajectory': 'def check(t):\n    return len(t["steps"]) == 5',
    'its own mess':
      'seen = []\ndef check(t, i):\n    if t.get("seen") or seen: return False\n    t["seen"] = True\n    seen.append(1)\n    t["steps"].clear()\n    return True',
    throws: 'def check(t, i):\n\n    raise ValueError("boo")',
    syntax: 'def check(t, i):\n    return (\n',
    'no function': '1 + 1',
    nothing: 'def check(t, i):\n    pass',
    text: 'def check(t, i):\n    return "it is wrong"',
    number: 'def check(t, i):\n    return 1',
    none: 'def check(t, i):\n    return None',
    list: 'def check(t, i):\n    return (False, "why")',
    promise: 'async def check(t, i):\n    return True',
    'bad holds': 'def check(t, i):\n    return {"holds": "yes"}',
    'bad evidence': 'def check(t, i):\n    return {"holds": False, "evidence": [{"position": -1}]}',
    prints: 'def check(t, i):\n    print("seen", {"a": 1})\n    return True',
    loop: 'def check(t, i):\n    while True: pass',
  },
};

describe.each(Object.entries(LANGUAGES))('a check in %s', (language, sources) => {
  const sandbox = open({ language: language as SandboxLanguage, limits: { timeoutMs: 2000 } }, sources);
  const value = (holds: boolean | null) => ({ kind: 'value', value: { holds, message: null, evidence: [] } });
  const error = (reason: string, message: RegExp, line: number | null = null) => ({
    kind: 'error',
    reason,
    message: expect.stringMatching(message),
    line,
  });

  test.each([
    ['holds', value(true)],
    ['violated', value(false)],
    ['undecided', { kind: 'value', value: { holds: null, message: 'cannot tell', evidence: [] } }],
    [
      'evidence',
      { kind: 'value', value: { holds: false, message: 'why', evidence: [{ position: 2, quote: 'step 2' }] } },
    ],
    ['helpers', value(true)],
    ['throws', error('exception', /Error: boo/, 3)],
    ['syntax', error('compile', /^SyntaxError: ./, 2)],
    ['no function', error('compile', /function check/)],
    ['nothing', error('bad-return', /^got nothing.*: return [Tt]rue/)],
    ['text', error('bad-return', /^got a str/)],
    ['number', error('bad-return', /^got an? (number|int)/)],
    ['none', error('bad-return', /^got (null|nothing)/)],
    ['list', error('bad-return', /^got a (list|tuple)/)],
    ['promise', error('bad-return', /^got a (promise|coroutine)/)],
    ['bad holds', error('bad-return', /holds is a string/)],
    ['bad evidence', error('bad-return', /position/)],
    ['not defined', error('compile', /no check is called not defined/)],
  ])('%s', async (id, expected) => {
    expect(await one(sandbox, id)).toMatchObject(expected);
  });

  test('is given no step where it is for the whole trajectory', async () => {
    expect(await one(sandbox, 'whole trajectory', null)).toMatchObject(value(true));
  });

  test('finds the data as it was loaded in each call, and nothing of its own', async () => {
    const results = await sandbox.run(steps.map(({ position }) => ({ checkId: 'its own mess', position })));
    expect(results.map((result) => result.kind === 'value' && result.value.holds)).toEqual(steps.map(() => true));
  });

  test('may print, and that is kept apart', async () => {
    expect((await one(sandbox, 'prints')).output).toMatch(/^seen \{['"]a['"]: ?1\}/);
  });

  test('is not run again after it had to be stopped twice; the others are, in the order they were asked for', async () => {
    const ids = ['holds', 'loop', 'holds', 'loop', 'loop', 'violated', 'holds'];
    const results = await sandbox.run(ids.map((checkId) => ({ checkId, position: 2 })));
    const said = results.map((result) => (result.kind === 'value' ? result.value.holds : result.message));
    const stopped = 'stopped after 2000 ms';
    const skipped = 'not run: it had to be stopped 2 times before';
    expect(said).toEqual([true, stopped, true, stopped, skipped, false, true]);
    expect(await one(sandbox, 'loop')).toMatchObject({ reason: 'timeout', message: skipped });
    // Other data, another chance.
    sandbox.load({ steps: [...steps, { position: 5, text: '' }] });
    expect(await one(sandbox, 'loop')).toMatchObject({ message: stopped });
    expect(await one(sandbox, 'holds')).toMatchObject(value(false));
  });
});

describe('a sandbox', () => {
  const sources = {
    yes: '() => true',
    loop: '() => { for (;;); }',
    noisy: '() => { for (let i = 0; i < 1e4; i++) console.log("x".repeat(100)); return true; }',
    local:
      '() => new Date("2024-07-01T12:00:00").getHours() === 12 && new Date("2024-07-01").getTimezoneOffset() === 0',
    second: {
      id: 'second',
      source: 'function one() { return false; }\nfunction two() { return true; }',
      functionName: 'two',
    },
    injected: { id: 'injected', source: '() => true', functionName: 'x; while (true) {}' },
  };

  test('calls the function that is named', async () => {
    const sandbox = open({ language: 'javascript' }, sources);
    expect(await one(sandbox, 'second')).toMatchObject({ kind: 'value', value: { holds: true } });
    expect(await one(sandbox, 'injected')).toMatchObject({ kind: 'error', reason: 'compile' });
  });

  test('bounds what is printed and how long an answer may be', async () => {
    const sandbox = open(
      { language: 'javascript', limits: { maxOutputChars: 50, maxResultChars: 100 } },
      {
        ...sources,
        long: '() => ({ holds: false, message: "x".repeat(200) })',
      },
    );
    expect((await one(sandbox, 'noisy')).output).toHaveLength(50);
    expect(await one(sandbox, 'long')).toMatchObject({ reason: 'bad-return' });
  });

  test('reads times without a zone the same on every machine', async () => {
    const sandbox = open({ language: 'javascript' }, sources);
    expect(await one(sandbox, 'local')).toMatchObject({ kind: 'value', value: { holds: true } });
  });

  test('says that the data does not fit, for each call, and takes smaller data after it', async () => {
    const sandbox = open({ language: 'javascript', limits: { memoryMb: 32 } }, sources);
    sandbox.load({ steps: Array.from({ length: 400_000 }, (_, position) => ({ position, text: `${position}` })) });
    expect(await one(sandbox, 'yes')).toMatchObject({ reason: 'memory', message: expect.stringContaining('data') });
    sandbox.load({ steps });
    expect(await one(sandbox, 'yes')).toMatchObject({ kind: 'value' });
  });

  test('answers thousands of calls', async () => {
    const sandbox = open({ language: 'javascript' }, sources);
    const results = await sandbox.run(Array.from({ length: 2_000 }, () => ({ checkId: 'yes', position: 0 })));
    expect(results.filter((result) => result.kind === 'value')).toHaveLength(2_000);
  });

  test('runs that are asked for at once are made one after the other', async () => {
    const sandbox = open({ language: 'javascript' }, sources);
    const all = await Promise.all(steps.map(({ position }) => one(sandbox, 'yes', position)));
    expect(all.every((result) => result.kind === 'value')).toBe(true);
  });

  test('ends at once when it is aborted, and works after it', async () => {
    const sandbox = open({ language: 'javascript', limits: { timeoutMs: 60_000 } }, sources);
    await one(sandbox, 'yes');
    const controller = new AbortController();
    const run = sandbox.run([{ checkId: 'loop', position: 0 }], { signal: controller.signal });
    setTimeout(() => controller.abort(new Error('enough')), 50);
    await expect(run).rejects.toThrow('enough');
    expect(await one(sandbox, 'yes')).toMatchObject({ kind: 'value' });
  });

  test('answers what is under way with an error when it is closed, and can be used again', async () => {
    const sandbox = open({ language: 'javascript', limits: { timeoutMs: 60_000 } }, sources);
    await one(sandbox, 'yes');
    const run = sandbox.run([
      { checkId: 'loop', position: 0 },
      { checkId: 'yes', position: 0 },
    ]);
    await new Promise((resolve) => setTimeout(resolve, 50));
    await sandbox.close();
    expect((await run).map((result) => result.kind === 'error' && result.message)).toEqual([
      'the sandbox was closed',
      'the sandbox was closed',
    ]);
    expect(await one(sandbox, 'yes')).toMatchObject({ kind: 'value' });
  });

  test('makes a kept interpreter anew where the file of it is broken', async () => {
    const cacheFolder = mkdtempSync(join(tmpdir(), 'culprit-sandbox-test-'));
    const python = { yes: 'def check(t):\n    return True' };
    try {
      for (const breaks of [true, false]) {
        const sandbox = open({ language: 'python', cacheFolder }, python);
        expect(await one(sandbox, 'yes')).toMatchObject({ kind: 'value' });
        const [file] = readdirSync(cacheFolder);
        if (breaks) truncateSync(join(cacheFolder, file ?? ''), 1_000_000);
        else expect(statSync(join(cacheFolder, file ?? '')).size).toBeGreaterThan(1_000_000);
      }
    } finally {
      rmSync(cacheFolder, { recursive: true });
    }
  });

  test('closed before it was used has nothing to end', async () => {
    await openSandbox({ language: 'python' }).close();
  });
});

test('runs that wait for each other keep the checks and the data they were called with', async () => {
  const sandbox = open({ language: 'javascript' }, {});
  const runs = [3, 4, 5].map((count) => {
    sandbox.define([
      { id: 'c', source: `(t) => ({ holds: t.steps.length === ${count}, message: '${count}' })`, functionName: null },
    ]);
    sandbox.load({ steps: steps.slice(0, count) });
    return sandbox.run([{ checkId: 'c', position: 0 }]);
  });
  const found = (await Promise.all(runs)).map(([result]) => (result?.kind === 'value' ? result.value : null));
  expect(found).toMatchObject([3, 4, 5].map((count) => ({ holds: true, message: `${count}` })));
  sandbox.load({ steps: steps.slice(0, 2) });
  expect(await one(sandbox, 'c', 0)).toMatchObject({ kind: 'value', value: { holds: false } });
});
