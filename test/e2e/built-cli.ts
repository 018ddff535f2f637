import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';

export const ROOT = resolve(import.meta.dirname, '../..');
export const MAIN = join(ROOT, 'dist', 'cli', 'main.js');

/** Builds the command line where it is missing or out of date, as `npm test` and `npm start` do. */
export function ensureBuilt(): void {
  const { status, stderr } = spawnSync(process.execPath, [join(ROOT, 'scripts', 'ensure.mjs')], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`the build failed:\n${stderr}`);
}

/** Runs the built command line as a process of its own, in the root of the repository. */
export function culprit(args: readonly string[], options: { readonly input?: string; readonly cwd?: string } = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, ...args], {
    cwd: options.cwd ?? ROOT,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, TZ: 'UTC' },
    maxBuffer: 1 << 28,
    ...(options.input === undefined ? {} : { input: options.input }),
  });
  return { status, stdout, stderr };
}

/** Output without what changes from run to run (durations), or whenever the judge is trained anew (scores). */
export const masked = (text: string): string =>
  text
    .replace(/"durationMs":\s?[\d.e-]+/g, '"durationMs":0')
    .replace(/\b(?:under \d+|[\d.,]+) (?:ms|s)\b, \$/g, 'N ms, $')
    .replace(/([+-]|score )\d+\.\d\d\b/g, '$1N.NN');
