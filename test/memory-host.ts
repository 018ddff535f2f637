import { resolve } from 'node:path';
import type { Host, TextSink } from '../src/cli/host.ts';
import { runCli } from '../src/cli/run-cli.ts';

export interface Ran {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the command line in this process, with what it writes kept in memory and everything else real. */
export async function runInMemory(
  args: readonly string[],
  overrides: Partial<Host> & { readonly input?: string } = {},
): Promise<Ran> {
  const written = { stdout: '', stderr: '' };
  const sink = (name: 'stdout' | 'stderr'): TextSink => ({
    write: async (text) => {
      written[name] += text;
    },
    isTerminal: false,
    columns: null,
    stream: null,
  });
  const { input = '', ...rest } = overrides;
  const host: Host = {
    cwd: process.cwd(),
    env: {},
    stdin: oneChunk(input),
    stdinIs: input === '' ? 'nothing' : 'piped',
    stdout: sink('stdout'),
    stderr: sink('stderr'),
    now: () => 0,
    cores: 1,
    packageRoot: resolve(import.meta.dirname, '..'),
    workerUrl: null,
    reached: () => {},
    ...rest,
  };
  const exitCode = await runCli(args, host);
  return { exitCode, ...written };
}

async function* oneChunk(text: string): AsyncGenerator<Uint8Array> {
  if (text !== '') yield new TextEncoder().encode(text);
}
