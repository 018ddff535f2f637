import { Worker } from 'node:worker_threads';
import { programUrl } from '../program-url.ts';
import type { EngineFailure, StartEngine } from '../protocol.ts';

/** Bears what `STACK_BYTES` of the worker's program lets a check nest. */
const STACK_MB = 64;
/** Memory of the thread outside the interpreter. */
const HEAP_MB = 128;

/** Starts QuickJS in a thread. */
export const startJavascript: StartEngine = async (setup, { onReply, onDeath }) => {
  const worker = new Worker(await programUrl('javascript', 'javascript-worker'), {
    workerData: setup,
    env: {},
    execArgv: [],
    // Nothing that is printed there reaches the terminal.
    stdout: true,
    stderr: true,
    resourceLimits: { stackSizeMb: STACK_MB, maxOldGenerationSizeMb: HEAP_MB },
  });
  // Whoever waits for a result keeps the program alive by the timer of that call.
  worker.unref();
  let killed = false;
  worker.on('message', onReply);
  const died = (failure: EngineFailure): void => {
    if (!killed) onDeath(failure);
    killed = true;
  };
  worker.on('error', (error: NodeJS.ErrnoException) => {
    const memory = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
    const message = memory ? 'out of memory' : `the interpreter broke down: ${error.message}`.slice(0, 500);
    died({ reason: memory ? 'memory' : 'crashed', message, line: null });
  });
  worker.on('exit', () => died({ reason: 'crashed', message: 'the interpreter ended', line: null }));
  return {
    send: (request) => worker.postMessage(request),
    kill: async () => {
      killed = true;
      await worker.terminate();
    },
  };
};
