import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { AppError } from '../base/errors.ts';
import type { Write } from './diagnose/printer.ts';

export interface OutputFile {
  readonly write: Write;
  close(): Promise<void>;
}

/**
 * Opens a file to write to, with its folders.
 * @throws AppError OUTPUT_UNWRITABLE
 */
export async function openOutput(path: string, cwd: string): Promise<OutputFile> {
  const fail = (cause: unknown): never => {
    const code = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : '';
    throw new AppError('OUTPUT_UNWRITABLE', `${path}: cannot be written${code}`, { cause });
  };
  let handle: FileHandle;
  try {
    await mkdir(dirname(resolve(cwd, path)), { recursive: true });
    handle = await open(resolve(cwd, path), 'w');
  } catch (error) {
    return fail(error);
  }
  return {
    write: async (text) => {
      await handle.writeFile(text).catch(fail);
    },
    close: () => handle.close(),
  };
}
