import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { runInMemory } from '../../test/memory-host.ts';
import { openOutput } from './output-file.ts';

let cwd = '';
const at = (name: string) => join(cwd, name);
const run = { task_id: 1, reward: 0, traj: [{ role: 'user', content: 'Where is my order?' }] };

beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'culprit-out-'));
});

describe('openOutput', () => {
  it('leaves the old file alone until it is committed, and nothing else behind', async () => {
    writeFileSync(at('out.json'), 'old');
    const file = await openOutput('out.json', cwd);
    await file.write('new');
    expect(readFileSync(at('out.json'), 'utf8')).toBe('old');
    expect(readdirSync(cwd)).toHaveLength(2);
    await file.commit();
    await file.discard();
    expect(readFileSync(at('out.json'), 'utf8')).toBe('new');
    expect(readdirSync(cwd)).toEqual(['out.json']);
  });

  it('keeps the old file where it is discarded, or nothing was written', async () => {
    writeFileSync(at('out.json'), 'old');
    const discarded = await openOutput('out.json', cwd);
    await discarded.write('half');
    await discarded.discard();
    await (await openOutput('out.json', cwd)).commit();
    expect(readFileSync(at('out.json'), 'utf8')).toBe('old');
    expect(readdirSync(cwd)).toEqual(['out.json']);
  });

  it('writes through a link, and keeps the rights of the file', async () => {
    writeFileSync(at('real.json'), 'old');
    chmodSync(at('real.json'), 0o606);
    symlinkSync('real.json', at('link.json'));
    const file = await openOutput('link.json', cwd);
    await file.write('new');
    await file.commit();
    expect(readFileSync(at('real.json'), 'utf8')).toBe('new');
    expect(statSync(at('real.json')).mode & 0o777).toBe(0o606);
    expect(readFileSync(at('link.json'), 'utf8')).toBe('new');
  });

  it('makes the folders of a file, and says where it cannot', async () => {
    const file = await openOutput('deep/er/out.json', cwd);
    await file.write('new');
    await file.commit();
    expect(readFileSync(at('deep/er/out.json'), 'utf8')).toBe('new');
    writeFileSync(at('file'), '');
    await expect(openOutput('file/out.json', cwd)).rejects.toThrow('file/out.json: cannot be written (');
    if (existsSync('/proc/self')) {
      await expect(openOutput('/proc/nothing/out.json', cwd)).rejects.toThrow('cannot be written (ENOENT)');
    }
  });

  it('writes to a device as the text comes', async () => {
    const file = await openOutput('/dev/null', cwd);
    await file.write('text');
    await file.commit();
    expect(statSync('/dev/null').isCharacterDevice()).toBe(true);
  });
});

describe('a command that fails', () => {
  it.each([
    ['a page', ['diagnose', 'none.json', '--html', 'out.html'], 'out.html'],
    ['a report', ['diagnose', 'none.json', '--out', 'out.md'], 'out.md'],
    ['an id that is not there', ['diagnose', 'run.json', '--only', '9', '--out', 'out.json'], 'out.json'],
    ['a conversion', ['convert', 'none.json', '--to', 'ir', '--out', 'out.jsonl'], 'out.jsonl'],
  ])('leaves the old output: %s', async (_what, args, out) => {
    writeFileSync(at('run.json'), JSON.stringify(run));
    writeFileSync(at(out), 'old');
    expect((await runInMemory(args, { cwd })).exitCode).toBe(2);
    expect(readFileSync(at(out), 'utf8')).toBe('old');
    expect(readdirSync(cwd).sort()).toEqual([out, 'run.json'].sort());
  });
});
