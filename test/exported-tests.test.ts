import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { parse } from 'yaml';
import { culprit, ensureBuilt, MAIN, ROOT } from './e2e/built-cli.ts';

// What `culprit constraints export` writes, run by the runner it is written for, in a project of its own.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });
const project = mkdtempSync(join(tmpdir(), 'culprit-exported-'));
afterAll(() => rmSync(project, { recursive: true, force: true }));

const call = (id: string, name: string, args: unknown) => ({
  role: 'assistant',
  content: null,
  tool_calls: [{ id, type: 'function', function: { name, arguments: JSON.stringify(args) } }],
});

/** Words that would be code, a template or a file in a test that is written without care. */
const HOSTILE = 'Please cancel #W1.\n"""; */ ${process.exit(7)} {{ env.PATH }} \u2028 \\u0041 \'); assert False #';

const run = (question: string) => [
  {
    task_id: '../17 "a"',
    reward: 0,
    traj: [
      { role: 'user', content: HOSTILE },
      ...(question === ''
        ? []
        : [
            { role: 'assistant', content: question },
            { role: 'user', content: 'yes' },
          ]),
      call('c1', 'cancel_order', { order_id: '#W1' }),
      { role: 'tool', tool_call_id: 'c1', content: '{"status": "cancelled"}' },
      { role: 'assistant', content: 'Your order has been cancelled.' },
    ],
  },
];

const PACK = {
  name: 'shop',
  library: { javascript: 'shop.js' },
  constraints: [
    {
      id: 'asked-before-cancelling',
      description: 'It asks "shall I" before it cancels.',
      category: 'instruction-plan-adherence',
      severity: 'high',
      guard: { tool: 'cancel_order' },
      check: {
        language: 'javascript',
        source: `const check = (trajectory, step) => ({
          holds: trajectory.steps.slice(0, step.position).some((one) => says(one, 'shall I')),
          message: 'cancelled without asking',
          evidence: [{ position: step.position, quote: '#W1' }],
        });`,
      },
    },
    {
      id: 'answers',
      description: 'It answers.',
      category: 'instruction-plan-adherence',
      check: { language: 'javascript', source: 'const check = () => true;' },
    },
  ],
};

const write = (name: string, content: unknown) =>
  writeFileSync(join(project, name), typeof content === 'string' ? content : JSON.stringify(content));

function exported(to: string): readonly string[] {
  const out = `tests-${to}`;
  const args = ['constraints', 'export', 'broken.json', '--constraints', 'shop.json', '--to', to, '--out', out];
  const { status, stderr } = culprit(args, { cwd: project });
  expect(stderr).toContain(`1 test of 1 run written for ${to}`);
  expect(status).toBe(0);
  return readdirSync(join(project, out)).map((file) => join(out, file));
}

beforeAll(() => {
  ensureBuilt();
  mkdirSync(join(project, 'node_modules'));
  symlinkSync(ROOT, join(project, 'node_modules', 'culprit'), 'dir');
  symlinkSync(join(ROOT, 'node_modules', 'vitest'), join(project, 'node_modules', 'vitest'), 'dir');
  write('package.json', { private: true });
  write('shop.json', PACK);
  write('shop.js', 'const says = (step, words) => step.events.some((event) => event.text.includes(words));');
  write('broken.json', run(''));
  write('mended.json', run('You want it gone: shall I?'));
  write('empty.json', '[]');
});

interface Runner {
  /** Runs the tests in a file on a trace. */
  readonly run: (file: string, trace: string) => { readonly status: number | null; readonly output: string };
  /** False where it is not on this machine. */
  readonly isHere: boolean;
}

const execute = (command: string, args: readonly string[], trace: string, env: Record<string, string> = {}) => {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: project,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, HOME: project, CULPRIT_TRACE: join(project, trace), NO_COLOR: '1', ...env },
  });
  return { status, output: `${stdout}${stderr}` };
};

const jest = join(ROOT, 'node_modules', 'jest', 'bin', 'jest.js');
const hasPytest = spawnSync('python3', ['-m', 'pytest', '--version']).status === 0;
const RUNNERS: Readonly<Record<string, Runner>> = {
  vitest: {
    isHere: true,
    run: (file, trace) =>
      execute(process.execPath, [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', '--root', project, file], trace),
  },
  jest: {
    isHere: existsSync(jest),
    run: (file, trace) =>
      execute(process.execPath, ['--experimental-vm-modules', jest, '--rootDir', project, '--no-cache', file], trace),
  },
  pytest: {
    isHere: hasPytest,
    run: (file, trace) =>
      execute('python3', ['-m', 'pytest', '-p', 'no:cacheprovider', '-q', file], trace, {
        CULPRIT_COMMAND: `'${process.execPath}' '${MAIN}'`,
      }),
  },
};

describe.each(Object.entries(RUNNERS))('for %s (needs it on the machine)', (name, runner) => {
  test.skipIf(!runner.isHere)(
    'the test fails on the run it was made from, says why, and holds once that is mended',
    () => {
      const [file, ...others] = exported(name);
      if (file === undefined) throw new Error('nothing was written');
      expect(others).toEqual([]);
      const broken = runner.run(file, 'broken.json');
      expect(broken.status, broken.output).not.toBe(0);
      expect(broken.output).toContain('asked-before-cancelling is violated: step');
      expect(broken.output).toContain('cancelled without asking');
      expect(runner.run(file, 'mended.json')).toMatchObject({ status: 0 });
      // What cannot be read, or checked, does not pass.
      expect(runner.run(file, 'empty.json').status).not.toBe(0);
      expect(runner.run(file, 'not-there.json').status).not.toBe(0);
      write('shop.js', 'throw new Error("broken library");');
      try {
        const failed = runner.run(file, 'mended.json');
        expect(failed.status, failed.output).not.toBe(0);
        expect(failed.output).toContain('could not be checked');
      } finally {
        write('shop.js', 'const says = (step, words) => step.events.some((event) => event.text.includes(words));');
      }
    },
  );
});

describe('for promptfoo', () => {
  test('the configuration has the shape that promptfoo reads, and its assertion gives the verdict', async () => {
    const files = exported('promptfoo');
    expect(files.map((file) => file.split('/').at(-1))).toEqual([
      'culprit-17-a.promptfoo.yaml',
      'culprit-assertion.mjs',
      'culprit-trace-provider.mjs',
    ]);
    const yaml = readFileSync(join(project, files[0] ?? ''), 'utf8');
    // Only the prompt is a template.
    expect(yaml.match(/\{[{%#]/g)).toEqual(['{{']);
    expect(yaml).not.toMatch(/[\u0080-\u009f\u2028\u2029]/);
    const config: unknown = parse(yaml);
    const assertion = {
      type: 'javascript',
      value: 'file://culprit-assertion.mjs',
      metric: 'asked-before-cancelling',
      config: { constraint: 'asked-before-cancelling', packs: ['../shop.json'], rules: [] },
    };
    const title = expect.stringMatching(/^run \.\.\/17 "a": Please cancel #W1\./);
    expect(config).toEqual({
      description: title,
      prompts: ['{{task}}'],
      providers: ['file://culprit-trace-provider.mjs'],
      tests: [{ description: title, vars: { task: expect.stringContaining('{ { env.PATH') }, assert: [assertion] }],
    });
    const script = (trace: string) => `
      process.env.CULPRIT_TRACE = ${JSON.stringify(join(project, trace))};
      const { default: holds } = await import(${JSON.stringify(pathToFileURL(join(project, files[1] ?? '')).href)});
      const { default: Provider } = await import(${JSON.stringify(pathToFileURL(join(project, files[2] ?? '')).href)});
      const { output } = await new Provider().callApi('task');
      const given = [output, JSON.parse(output)];
      const config = ${JSON.stringify(assertion.config)};
      process.stdout.write(JSON.stringify(await Promise.all(given.map((one) => holds(one, { config })))));`;
    const gradings = (trace: string): unknown => {
      const { output } = execute(process.execPath, ['--input-type=module', '-e', script(trace)], trace);
      return JSON.parse(output);
    };
    const failed = { pass: false, score: 0, reason: expect.stringContaining('cancelled without asking') };
    expect(gradings('broken.json')).toEqual([failed, failed]);
    const passed = { pass: true, score: 1, reason: 'asked-before-cancelling holds' };
    expect(gradings('mended.json')).toEqual([passed, passed]);
  });
});
