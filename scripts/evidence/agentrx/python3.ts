import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** Runs a script of this folder with the machine's own Python; null where there is none. */
export function runPython3(script: string, args: readonly string[], input = ''): string | null {
  const path = join(import.meta.dirname, script);
  const { status, stdout, stderr, error } = spawnSync('python3', [path, ...args], {
    input,
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
  });
  if (error !== undefined && 'code' in error && error.code === 'ENOENT') return null;
  if (error !== undefined || status !== 0) throw new Error(`python3 ${script}: ${error?.message ?? stderr}`);
  return stdout;
}
