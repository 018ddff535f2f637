// Everything that can be said of the code without running it, cheapest first; stops at the first that fails.
import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { pathToFileURL } from 'node:url';

const root = resolve(import.meta.dirname, '..');
const tool = (name, ...path) => join(root, 'node_modules', name, ...path);
const biome = tool('@biomejs/biome', 'bin', 'biome');
const tsx = ['--import', 'tsx'];

const STEPS = [
  ['format', [biome, 'format', '.'], 'mend it with `npm run format`'],
  ['lint', [biome, 'check', '--formatter-enabled=false', '--error-on-warnings', '.'], null],
  ['layers', [...tsx, 'scripts/check-layers.ts'], 'the table is scripts/layers.ts'],
  ['types', [tool('typescript', 'bin', 'tsc')], null],
  ['docs', [...tsx, 'scripts/write-docs.ts', '--check'], 'mend it with `npm run docs`'],
];

/** Runs the steps; true where all passed. What a step prints is shown where it failed, or warned. */
export function check() {
  for (const [name, args, advice] of STEPS) {
    const start = performance.now();
    const { status, stdout, stderr, error } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    if (status !== 0) {
      console.error(`${stdout ?? ''}${stderr ?? ''}${error?.message ?? ''}`.trimEnd());
      console.error(`${name} failed after ${seconds} s${advice === null ? '' : `: ${advice}`}`);
      return false;
    }
    const warnings = (stderr ?? '').split('\n').filter((line) => line.startsWith('warning:'));
    for (const line of warnings) console.warn(line);
    console.log(`${name.padEnd(8)} ${seconds} s`);
  }
  return true;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) process.exitCode = check() ? 0 : 1;
