// `npm start`: diagnoses the examples and writes a page about them; `npm start -- ARGS` runs any command.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { ensure, ROOT } from './ensure.mjs';

ensure();
const args = process.argv.slice(2);
const main = join(ROOT, 'dist', 'cli', 'main.js');
const command = args.length > 0 ? args : ['diagnose', 'examples/', '--html', 'culprit-report.html'];
// npm starts scripts in the package's folder; paths that a person types are relative to where they are.
const cwd = args.length > 0 ? (process.env.INIT_CWD ?? process.cwd()) : ROOT;
const { status, signal } = spawnSync(process.execPath, [main, ...command], { cwd, stdio: 'inherit' });
process.exitCode = status ?? (signal === null ? 3 : 130);
