import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runInMemory } from '../../../test/memory-host.ts';

describe('threads', () => {
  it('costs a thread that dies only its file, in place', async () => {
    const cwd = mkdtempSync(join(tmpdir(), 'culprit-threads-'));
    const names = ['a', 'b-die', 'c', 'd', 'e-throw', 'f', 'g-die', 'h', 'i', 'j', 'k'].map((name) => `${name}.json`);
    for (const name of names) writeFileSync(join(cwd, name), '{}');
    const workerUrl = new URL('../../../test/__fixtures__/mortal-worker.mjs', import.meta.url);
    const { exitCode, stdout } = await runInMemory(['.', '--jsonl', '--jobs', '2'], { cwd, workerUrl, cores: 2 });
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map(({ source, error }) => [source.uri, error.code])).toEqual(
      names.map((name) => [name, /die|throw/.test(name) ? 'INTERNAL' : 'X']),
    );
    expect(lines[1].error.message).toBe('the thread died');
    expect(lines[4].error.message).toBe('no luck');
    expect(exitCode).toBe(3);
  });
});
