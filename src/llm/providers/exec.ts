import { spawn } from 'node:child_process';
import { excerpt } from '../../base/text.ts';
import { modelError } from '../model-error.ts';
import { type RawModel, type RawRequest, rawAnswer } from '../raw-model.ts';
import type { Provider, ProviderContext } from './provider.ts';

/** Longest answer of a program, in bytes. */
export const MAX_OUTPUT_BYTES = 8 * 1024 * 1024;
const MAX_ERROR_CHARS = 4_000;

/**
 * A program as a model. It is started for each call, without a shell and in a group of its own; what is asked goes to
 * its standard input and never into its arguments, where every user of the machine could read it.
 */
export const exec: Provider = {
  title: 'A program',
  example: 'exec:claude -p',
  keys: [],
  addresses: [],
  package: null,
  remote: () => false,
  endpoint: () => null,
  open: async (context) => ({ kind: 'raw', model: execModel(context) }),
};

const execModel = (context: ProviderContext): RawModel => {
  const [program, ...args] = splitCommand(context.model);
  if (program === undefined) throw modelError('MODEL_UNKNOWN', 'exec: needs a command, such as exec:claude -p');
  return {
    id: context.id,
    generate: async (request) => rawAnswer(await runOnce(program, args, request, context), program),
  };
};

function runOnce(
  program: string,
  args: readonly string[],
  request: RawRequest,
  { id, timeoutMs, env }: ProviderContext,
): Promise<string> {
  const { signal } = request;
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const child = spawn(program, args, {
      shell: false,
      detached: true,
      windowsHide: true,
      env: { ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const chunks: Buffer[] = [];
    let bytes = 0;
    let errors = '';
    let ended = false;
    const end = (settle: () => void): void => {
      if (ended) return;
      ended = true;
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      killGroup(child.pid);
      settle();
    };
    const fail = (message: string, retryable: boolean): void =>
      end(() => reject(modelError('MODEL_UNAVAILABLE', `${id}: ${message}`, { retryable, attempts: 1 })));
    const onAbort = (): void => end(() => reject(signal?.reason));
    // What took so long once will again: the second try is the caller's to make.
    const timer = setTimeout(() => fail(`no answer within ${timeoutMs / 1000} s`, false), timeoutMs);
    signal?.addEventListener('abort', onAbort, { once: true });
    child.on('error', (error) => {
      const missing = 'code' in error && error.code === 'ENOENT';
      end(() =>
        reject(
          modelError(
            missing ? 'MODEL_UNKNOWN' : 'MODEL_UNAVAILABLE',
            missing ? `there is no program called ${program}` : `${program} could not be started: ${error.message}`,
            { retryable: false, attempts: 0 },
            error,
          ),
        ),
      );
    });
    child.stdout.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > MAX_OUTPUT_BYTES) fail(`it printed more than ${MAX_OUTPUT_BYTES} bytes`, false);
      else chunks.push(chunk);
    });
    child.stderr.on('data', (chunk: Buffer) => {
      errors = `${errors}${chunk.toString('utf8')}`.slice(-MAX_ERROR_CHARS);
    });
    // A program that does not read its input is allowed to; the pipe then breaks, and that is no failure of the call.
    child.stdin.on('error', () => undefined);
    child.stdin.end(`${JSON.stringify(inputOf(request))}\n`);
    child.on('close', (code, killedBy) => {
      if (code === 0) return end(() => resolve(Buffer.concat(chunks).toString('utf8').trim()));
      const how = code === null ? `was ended by ${killedBy}` : `ended with ${code}`;
      fail(`it ${how}${errors.trim() === '' ? '' : `: ${excerpt(errors, 300)}`}`, false);
    });
  });
}

/** What the program reads: one JSON object on one line. */
const inputOf = ({
  system,
  prompt,
  schema,
  schemaName,
  maxOutputTokens,
  temperature,
  seed,
  sampleIndex,
}: RawRequest) => ({
  system,
  prompt,
  ...(schema === null ? {} : { schema, schemaName }),
  maxOutputTokens,
  ...(temperature === null ? {} : { temperature }),
  ...(seed === null ? {} : { seed }),
  sampleIndex,
});

/** Ends what the program started, too; it may be gone already. */
function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // Gone.
  }
}

/** Words as a shell would split them by blanks and quotes; nothing else of a shell. */
export function splitCommand(command: string): string[] {
  const words: string[] = [];
  let word: string | null = null;
  let quote: string | null = null;
  for (const character of command.trim()) {
    if (quote !== null) {
      if (character === quote) quote = null;
      else word = `${word ?? ''}${character}`;
    } else if (character === '"' || character === "'") {
      quote = character;
      word ??= '';
    } else if (/\s/.test(character)) {
      if (word !== null) words.push(word);
      word = null;
    } else word = `${word ?? ''}${character}`;
  }
  if (quote !== null) throw modelError('MODEL_UNKNOWN', `the command of exec: has no closing ${quote}`);
  if (word !== null) words.push(word);
  return words;
}
