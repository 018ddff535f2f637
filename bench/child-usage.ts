import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

export interface ChildUsage {
  readonly status: number | null;
  readonly wallSeconds: number;
  /** User and system time of the process, all its threads. */
  readonly cpuSeconds: number;
  /** Peak resident memory of the process, MB of 1024 kB. */
  readonly peakMb: number;
  readonly stderr: string;
}

/** Runs a Node script to its end and says what it used. Its output is read and thrown away, as a pipe would. */
export async function childUsage(script: string, args: readonly string[]): Promise<ChildUsage> {
  const folder = mkdtempSync(join(tmpdir(), 'usage-'));
  const file = join(folder, 'usage.json');
  try {
    const hook = pathToFileURL(join(import.meta.dirname, 'report-usage.mjs')).href;
    const start = performance.now();
    const child = spawn(process.execPath, ['--import', hook, script, ...args], {
      env: { ...process.env, USAGE_FILE: file, NO_COLOR: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let stderr = '';
    child.stdout.resume();
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr = (stderr + text).slice(-4_000);
    });
    const status = await new Promise<number | null>((resolve, reject) => {
      child.on('error', reject).on('close', resolve);
    });
    const wallSeconds = (performance.now() - start) / 1000;
    const used = JSON.parse(readFileSync(file, 'utf8')) as Pick<ChildUsage, 'cpuSeconds' | 'peakMb'>;
    return { status, wallSeconds, stderr, ...used };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
