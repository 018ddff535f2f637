import { createReadStream } from 'node:fs';
import { AppError } from '../base/errors.ts';
import type { Host } from './host.ts';
import type { Input } from './inputs.ts';

const CHUNK_BYTES = 1 << 20;

/**
 * The bytes of an input as they are read; `onBytes` hears of each chunk.
 * @throws AppError TRACE_NOT_FOUND, TRACE_UNREADABLE while reading
 */
export async function* openInput(
  input: Input,
  stdin: Host['stdin'] | null,
  onBytes: (count: number) => void = () => {},
): AsyncGenerator<Uint8Array> {
  if (input.path === null && stdin === null)
    throw new AppError('TRACE_UNREADABLE', 'standard input cannot be read here');
  const source = input.path === null ? stdin : createReadStream(input.path, { highWaterMark: CHUNK_BYTES });
  try {
    for await (const chunk of source ?? []) {
      onBytes(chunk.length);
      yield chunk;
    }
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || !('syscall' in error)) throw error;
    if (error.code === 'ENOENT') throw new AppError('TRACE_NOT_FOUND', 'no such file', { cause: error });
    throw new AppError('TRACE_UNREADABLE', `cannot be read (${String(error.code)})`, { cause: error });
  }
}
