import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { runInMemory } from '../../test/memory-host.ts';

let cwd = '';
const run = JSON.stringify({ task_id: 1, reward: 0, traj: [{ role: 'user', content: 'Where is my order?' }] });
const uris = (stdout: string) =>
  stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).source.uri);

beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'culprit-inputs-'));
  mkdirSync(join(cwd, 'a'));
  writeFileSync(join(cwd, 'a/long-name.json'), run);
});

describe('links', () => {
  it('count a file once, under its own name, and say so', async () => {
    symlinkSync('long-name.json', join(cwd, 'a/l.json'));
    symlinkSync('a/long-name.json', join(cwd, 'other.json'));
    const { exitCode, stdout, stderr } = await runInMemory(['a', 'other.json', '--jsonl'], { cwd });
    expect({ exitCode, uris: uris(stdout) }).toEqual({ exitCode: 0, uris: ['a/long-name.json'] });
    expect(stderr).toBe('culprit: 2 links to files that are read anyway: each file is read once\n');
    expect((await runInMemory(['a', '--jsonl', '--quiet'], { cwd })).stderr).toBe('');
  });

  it('that lead to nothing are noted', async () => {
    symlinkSync('gone.json', join(cwd, 'a/dead.json'));
    symlinkSync('circle.json', join(cwd, 'a/circle.json'));
    symlinkSync('gone.txt', join(cwd, 'a/dead.txt'));
    const { exitCode, stdout, stderr } = await runInMemory(['a', '--jsonl'], { cwd });
    expect({ exitCode, uris: uris(stdout) }).toEqual({ exitCode: 0, uris: ['a/long-name.json'] });
    expect(stderr).toBe(
      'culprit: circle.json is a link that leads to nothing\nculprit: dead.json is a link that leads to nothing\n',
    );
  });
});

describe('standard input', () => {
  it.each([[[]], [['diagnose']], [['inspect']], [['convert', '--to', 'ir']]])(
    'is read where it is piped in and nothing is named: %j',
    async (args) => {
      const { exitCode, stdout, stderr } = await runInMemory(args, { cwd, input: run });
      expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
      expect(stdout).not.toBe('');
    },
  );

  it('is not waited for where nothing is piped in, and an empty pipe is nothing', async () => {
    const stdin = (async function* (): AsyncGenerator<Uint8Array> {
      await Promise.reject(new Error('read'));
      yield new Uint8Array();
    })();
    expect((await runInMemory(['diagnose'], { cwd, stdin, stdinIs: 'terminal' })).stderr).toContain(
      'name a trace file',
    );
    const empty = await runInMemory(['diagnose'], { cwd, stdinIs: 'piped' });
    expect(empty).toMatchObject({ exitCode: 2, stdout: '' });
    expect(empty.stderr).toContain('name a trace file');
    expect((await runInMemory([], { cwd, stdinIs: 'piped' })).stderr).toContain('Usage: culprit');
  });

  it('that is a folder is called one', async () => {
    const { exitCode, stderr } = await runInMemory(['diagnose', '-'], { cwd, stdinIs: 'folder' });
    expect(exitCode).toBe(2);
    expect(stderr).toContain('standard input: it is a folder; name the folder in place of -\n');
  });
});
