import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { runInMemory } from '../../test/memory-host.ts';

const SESSION = '5f3c1d9e-0000-4000-8000-000000000001';

type Content = string | readonly Readonly<Record<string, unknown>>[];

/** A line of a session as the program writes it: the links first, the message last. */
const line = (
  uuid: string,
  type: 'user' | 'assistant',
  content: Content,
  more: Readonly<Record<string, unknown>> = {},
) => ({
  parentUuid: null,
  isSidechain: false,
  sessionId: SESSION,
  ...more,
  type,
  message: { role: type, id: `msg-${uuid}`, content },
  uuid,
});
const start = (id: string, prompt: string) => ({
  type: 'tool_use',
  id,
  name: 'Task',
  input: { subagent_type: 'Explore', prompt },
});
const result = (id: string, content: string) => ({ type: 'tool_result', tool_use_id: id, content });

const SESSION_LINES = [
  { type: 'summary', summary: 'Looking around', leafUuid: 'x' },
  line('m1', 'user', 'What is in here?'),
  line('m2', 'assistant', [start('call-a', 'Look at src'), start('call-b', 'Look at docs')]),
  line('m3', 'user', [result('call-a', 'code'), result('call-b', 'pages')]),
  line('m4', 'assistant', 'Code and pages.'),
];
const subagentLines = (agentId: string, prompt: string, answer: string) => [
  line(`${agentId}-1`, 'user', prompt, { isSidechain: true, agentId }),
  line(`${agentId}-2`, 'assistant', answer, { isSidechain: true, agentId }),
];

let cwd: string;
const write = (name: string, lines: readonly unknown[]): void => {
  mkdirSync(dirname(join(cwd, name)), { recursive: true });
  writeFileSync(join(cwd, name), lines.map((one) => `${JSON.stringify(one)}\n`).join(''));
};
const jsonOf = async (...args: readonly string[]) => {
  const { exitCode, stdout, stderr } = await runInMemory(args, { cwd });
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  return stdout
    .trim()
    .split('\n')
    .map((text) => JSON.parse(text));
};
/** The trajectories that are read: their file and what each step says. */
const converted = async (...names: readonly string[]) =>
  (await jsonOf('convert', ...names, '--to', 'ir')).map(({ source, steps, coverage }) => ({
    uri: source.uri,
    said: steps.map(({ events }: { events: readonly { kind: string; text?: string }[] }) =>
      events.map(({ kind, text }) => (kind === 'tool-call' ? 'call' : text)).join(' | '),
    ),
    warnings: coverage.warnings.map(({ code, count }: { code: string; count: number }) => `${code} ${count}`),
  }));

const JOINED = [
  'What is in here?',
  'call | call',
  'Look at src',
  'There is code.',
  'Look at docs',
  'There are pages.',
  'code | pages',
  'Code and pages.',
];

describe('a session of Claude Code and the files of its sub-agents', () => {
  beforeEach(() => {
    cwd = mkdtempSync(join(tmpdir(), 'culprit-session-'));
    write(`project/${SESSION}.jsonl`, SESSION_LINES);
    write('project/agent-a1.jsonl', subagentLines('a1', 'Look at src', 'There is code.'));
    write(`project/${SESSION}/subagents/agent-b2.jsonl`, subagentLines('b2', 'Look at docs', 'There are pages.'));
  });

  it.each([
    ['a folder', ['project']],
    ['a glob', ['project/**/*.jsonl']],
    [
      'a list, in whatever order',
      ['project/agent-a1.jsonl', `project/${SESSION}/subagents/agent-b2.jsonl`, `project/${SESSION}.jsonl`],
    ],
  ])('are one run, named as %s', async (_name, names) => {
    expect(await converted(...names)).toEqual([{ uri: `project/${SESSION}.jsonl`, said: JOINED, warnings: [] }]);
    expect(await jsonOf(...names, '--jsonl')).toMatchObject([{ trajectoryId: SESSION, stepCount: JOINED.length }]);
    expect((await runInMemory(['inspect', ...names], { cwd })).stdout).toContain('steps       8');
  });

  it('says how many sub-agents are not in what was named', async () => {
    const [alone, ...more] = await converted(`project/${SESSION}.jsonl`);
    expect(more).toEqual([]);
    expect(alone?.warnings).toEqual(['SUBAGENT_ELSEWHERE 2']);
    const [half] = await converted(`project/${SESSION}.jsonl`, 'project/agent-a1.jsonl');
    expect(half?.warnings).toEqual(['SUBAGENT_ELSEWHERE 1']);
    expect((await runInMemory(['inspect', `project/${SESSION}.jsonl`], { cwd })).stdout).toContain(
      'the work of a sub-agent is not in the file',
    );
  });

  it('leaves alone what belongs to no session among the files, or to no call of it', async () => {
    const other = { sessionId: 'other', isSidechain: true, agentId: 'z' };
    write('project/agent-z9.jsonl', [line('z1', 'user', 'Warm up', other), line('z2', 'assistant', 'Warm.', other)]);
    write('project/agent-c3.jsonl', subagentLines('c3', 'Nobody asked', 'Done.'));
    expect(await converted('project')).toEqual([
      { uri: `project/${SESSION}.jsonl`, said: JOINED, warnings: [] },
      { uri: 'project/agent-c3.jsonl', said: ['Nobody asked', 'Done.'], warnings: ['SUBAGENT_NOT_JOINED 1'] },
      { uri: 'project/agent-z9.jsonl', said: ['Warm up', 'Warm.'], warnings: ['SUBAGENT_NOT_JOINED 1'] },
    ]);
  });

  it('tells files by what is in them, though their first line is longer than what is looked at', async () => {
    const prompt = `Look at src ${'x'.repeat(200_000)}`;
    write(`project/${SESSION}.jsonl`, [
      line('m1', 'user', `Go ${'y'.repeat(200_000)}`),
      line('m2', 'assistant', [start('call-a', prompt)]),
    ]);
    write('project/renamed.jsonl', subagentLines('a7', prompt, 'Here.'));
    const [first] = await converted(`project/${SESSION}.jsonl`, 'project/renamed.jsonl');
    expect(first?.said).toHaveLength(4);
  });

  it('loses a broken line of a sub-agent’s file, not the file, and says where it was', async () => {
    writeFileSync(
      join(cwd, 'project/agent-a1.jsonl'),
      `${JSON.stringify(subagentLines('a1', 'Look at src', 'x')[0])}\noops\n`,
    );
    const { exitCode, stdout } = await runInMemory(['convert', 'project', '--to', 'ir'], { cwd });
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout).coverage.warnings).toMatchObject([
      { code: 'JSONL_LINE_INVALID', count: 1, firstRef: 'project/agent-a1.jsonl#line:2' },
    ]);
  });
});
