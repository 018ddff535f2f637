import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runInMemory } from './memory-host.ts';

const folder = join(import.meta.dirname, '../docs/tutorials');
const FILE = /```json (\S+)\n([\s\S]*?)```/g;
const COMMANDS = /```sh\n([\s\S]*?)```/g;

describe.each(readdirSync(folder).filter((name) => name.endsWith('.md')))('%s', (name) => {
  const page = readFileSync(join(folder, name), 'utf8');

  it('shows files and commands that work', async () => {
    const cwd = mkdtempSync(join(tmpdir(), 'culprit-tutorial-'));
    for (const [, file = '', text = ''] of page.matchAll(FILE)) writeFileSync(join(cwd, file), text);
    const commands = [...page.matchAll(COMMANDS)].flatMap(([, block = '']) =>
      block
        .trim()
        .split('\n')
        .filter((line) => line.startsWith('culprit ')),
    );
    expect(commands.length).toBeGreaterThan(0);
    for (const command of commands) {
      const { exitCode, stdout, stderr } = await runInMemory(command.split(/\s+/).slice(1), { cwd });
      expect({ command, exitCode, stderr }).toEqual({ command, exitCode: 0, stderr: '' });
      if (command.includes('diagnose')) {
        expect(stdout.replace(/\s+/g, ' ')).toContain('is shipped, not pending (clause 2.1)');
        expect(stdout).toMatch(/It broke at step 4/);
      }
      if (command.endsWith('constraints test')) expect(stdout).toContain('2 of 2 examples');
    }
  });
});
