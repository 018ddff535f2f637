// `npm run evidence` lists the pieces of evidence, `npm run evidence -- NAME` runs one.
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import process from 'node:process';

const index = resolve(import.meta.dirname, 'evidence', 'index.ts');
const args = ['--import', 'tsx', '--expose-gc', index, ...process.argv.slice(2)];
const { status } = spawnSync(process.execPath, args, { cwd: resolve(import.meta.dirname, '..'), stdio: 'inherit' });
process.exitCode = status ?? 1;
