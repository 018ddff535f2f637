import { AppError } from '../base/errors.ts';
import { visibleText } from '../base/text.ts';
import type { Host } from './host.ts';
import { expandInputs, type InputResult } from './inputs.ts';
import { pipedStdin } from './piped-stdin.ts';

export interface FoundInputs {
  readonly inputs: readonly InputResult[];
  /** The host to read them with: its standard input may have been looked at. */
  readonly host: Host;
}

/**
 * What a command reads: what its arguments name, or what is piped in where there are none. Notes go to stderr, unless
 * `quiet`.
 * @throws AppError USAGE_INVALID where there is nothing to read
 */
export async function findInputs(names: readonly string[], host: Host, quiet: boolean): Promise<FoundInputs> {
  if (names.length === 0) {
    const piped = await pipedStdin(host);
    if (piped === null) throw new AppError('USAGE_INVALID', 'name a trace file, a folder, or - for standard input');
    return findInputs(['-'], piped, quiet);
  }
  const notes: string[] = [];
  const inTerminal = host.stderr.isTerminal;
  if (inTerminal && names.includes('-') && host.stdinIs === 'terminal') {
    notes.push('reading standard input: paste a trace, then press Ctrl-D');
  }
  const found = await expandInputs(names, host.cwd, {
    leftOut: (text) => notes.push(text),
    waits: (text) => (inTerminal ? notes.push(text) : 0),
  });
  const inputs = found.map((result) =>
    'input' in result && result.input.path === null && host.stdinIs === 'folder'
      ? { uri: '-', error: new AppError('TRACE_NOT_FOUND', 'it is a folder; name the folder in place of -') }
      : result,
  );
  if (!quiet)
    for (const text of notes) await host.stderr.write(`culprit: ${visibleText(text).replaceAll('\n', ' ')}\n`);
  return { inputs, host };
}
