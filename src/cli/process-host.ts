import { once } from 'node:events';
import { fstatSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import process from 'node:process';
import { isatty } from 'node:tty';
import { fileURLToPath } from 'node:url';
import type { Host, TextSink } from './host.ts';

/** The host that is this process. `entry` is the URL of the module that was started: others are found from it. */
export function createProcessHost(entry: string): Host {
  const fromSource = entry.endsWith('.ts');
  return {
    cwd: process.cwd(),
    env: process.env,
    stdin: stdinChunks(),
    stdinIs: kindOfStdin(),
    stdout: createSink(process.stdout),
    stderr: createSink(process.stderr),
    now: () => performance.now(),
    cores: availableParallelism(),
    packageRoot: fileURLToPath(new URL('../../', entry)),
    workerUrl: fromSource ? null : new URL('./diagnose-worker.js', entry),
    reached: (code) => {
      process.exitCode = code;
    },
  };
}

/** `process.stdin` is opened when it is read: opening it changes how a terminal or a pipe behaves. */
async function* stdinChunks(): AsyncGenerator<Uint8Array> {
  yield* process.stdin;
}

function kindOfStdin(): Host['stdinIs'] {
  if (isatty(0)) return 'terminal';
  try {
    const found = fstatSync(0);
    if (found.isDirectory()) return 'folder';
    return found.isFile() || found.isFIFO() || found.isSocket() ? 'piped' : 'nothing';
  } catch {
    return 'nothing';
  }
}

function createSink(stream: NodeJS.WriteStream): TextSink {
  // The reader has gone (`| head`): there is nobody left to tell. What went wrong before still counts.
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit();
    // A full disk behind the stream is no fault of the trace and no missed threshold.
    process.exit(3);
  });
  return {
    write: async (text) => {
      if (!stream.write(text)) await once(stream, 'drain');
    },
    isTerminal: stream.isTTY === true,
    columns: stream.isTTY === true ? stream.columns : null,
    stream,
  };
}
