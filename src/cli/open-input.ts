import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { AppError } from '../base/errors.ts';
import type { Host } from './host.ts';
import type { Input } from './inputs.ts';

const CHUNK_BYTES = 1 << 20;
/** Files up to this size are read at once: with many small ones, a stream each costs more than the reading. */
const SMALL_BYTES = 1 << 20;

/**
 * The bytes of an input as they are read; `onBytes` hears of each chunk.
 * @throws AppError TRACE_NOT_FOUND, TRACE_UNREADABLE while reading
 */
export async function* openInput(
  input: Input,
  stdin: Host['stdin'] | null,
  onBytes: (count: number) => void = () => {},
): AsyncGenerator<Uint8Array> {
  const source = input.path === null ? stdin : chunksOf(input.path, input.sizeBytes);
  if (source === null) throw new AppError('TRACE_UNREADABLE', 'standard input cannot be read here');
  try {
    for await (const chunk of source) {
      onBytes(chunk.length);
      yield chunk;
    }
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || !('syscall' in error)) throw error;
    if (error.code === 'ENOENT') throw new AppError('TRACE_NOT_FOUND', 'no such file', { cause: error });
    throw new AppError('TRACE_UNREADABLE', `cannot be read (${String(error.code)})`, { cause: error });
  }
}

async function* chunksOf(path: string, sizeBytes: number): AsyncGenerator<Uint8Array> {
  // Pipes and the like say that they are of size 0.
  if (sizeBytes > 0 && sizeBytes <= SMALL_BYTES) yield await readFile(path);
  else yield* createReadStream(path, { highWaterMark: CHUNK_BYTES });
}
