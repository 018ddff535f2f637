import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ensureBuilt, MAIN, ROOT } from './built-cli.ts';

/** What only a process of its own shows: pipes, signals, the terminal. */
let folder = '';
const EXAMPLE = join(ROOT, 'examples', 'tau-retail-passing.json');
const shell = (script: string, env: Readonly<Record<string, string>> = {}) => {
  const command = script.replaceAll('culprit', `"${process.execPath}" "${MAIN}"`);
  const { status, stdout, stderr } = spawnSync('bash', ['--norc', '-c', command], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, TZ: 'UTC', ...env },
    timeout: 60_000,
  });
  return { status, stdout, stderr };
};

beforeAll(ensureBuilt, 300_000);
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'culprit-process-'));
});

describe('pipes', () => {
  it('keep the exit code of what could not be read before the reader went', () => {
    const run = JSON.stringify(JSON.parse(readFileSync(EXAMPLE, 'utf8')));
    writeFileSync(join(folder, 'many.jsonl'), `${run}\n`.repeat(80));
    const script = (names: string) =>
      `culprit ${names} --jsonl 2>/dev/null | head -n 2 >/dev/null; echo "\${PIPESTATUS[0]}"`;
    expect(shell(script('none.json many.jsonl')).stdout).toBe('2\n');
    expect(shell(script('many.jsonl')).stdout).toBe('0\n');
  });

  it('are read where nothing is named, as files are', () => {
    for (const script of [
      `culprit diagnose < "${EXAMPLE}"`,
      `cat "${EXAMPLE}" | culprit`,
      `culprit <(cat "${EXAMPLE}")`,
    ]) {
      const { status, stdout, stderr } = shell(script);
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      expect(stdout).toContain('The run succeeded');
    }
    expect(shell('culprit diagnose < /dev/null').stderr).toContain('name a trace file');
    expect(shell('culprit diagnose - < .').stderr).toContain('it is a folder');
  });

  it('and devices are written to as they are', () => {
    const direct = shell(`culprit "${EXAMPLE}" --jsonl --out /dev/stdout | cat`);
    expect(JSON.parse(direct.stdout)).toMatchObject({ kind: 'diagnosis' });
    const fifo = shell(`mkfifo p.jsonl && (cat p.jsonl > got & culprit "${EXAMPLE}" --out p.jsonl; wait) && cat got`);
    expect(JSON.parse(fifo.stdout)).toMatchObject({ kind: 'diagnosis' });
  });
});

describe('signals', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)('%s leaves the old output and no other file', async (signal) => {
    mkdirSync(join(folder, 'out'));
    writeFileSync(join(folder, 'out/old.jsonl'), 'old');
    const child = spawn(process.execPath, [MAIN, '-', '--out', 'out/old.jsonl'], { cwd: folder });
    const started = Date.now();
    while (readdirSync(join(folder, 'out')).length < 2 && Date.now() - started < 20_000) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect(readdirSync(join(folder, 'out'))).toHaveLength(2);
    child.kill(signal);
    const ended = await new Promise((resolve) => child.on('exit', (_code, by) => resolve(by)));
    expect(ended).toBe(signal);
    expect(readdirSync(join(folder, 'out'))).toEqual(['old.jsonl']);
    expect(readFileSync(join(folder, 'out/old.jsonl'), 'utf8')).toBe('old');
  });
});
