#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import process from 'node:process';

const args = process.argv.slice(2);

if (args.length === 1 && (args[0] === '--version' || args[0] === '-V')) {
  // Scripts ask for the version often: it is answered without loading anything else.
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  process.stdout.write(`${version}\n`);
} else {
  const [{ createProcessHost }, { runCli }] = await Promise.all([import('./process-host.ts'), import('./run-cli.ts')]);
  process.exitCode = await runCli(args, createProcessHost(import.meta.url));
}
