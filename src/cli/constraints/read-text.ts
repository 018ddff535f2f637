import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { AppError, type ErrorCode } from '../../base/errors.ts';

/**
 * The text of a file as a whole; `name` is what people call it.
 * @throws AppError `code` naming the file
 */
export async function readText(name: string, path: string, maxBytes: number, code: ErrorCode): Promise<string> {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) throw new AppError(code, `${name}: no such file`);
  if (found.isDirectory()) throw new AppError(code, `${name}: is a folder`);
  if (found.size > maxBytes) throw new AppError(code, `${name}: larger than ${maxBytes} bytes`);
  try {
    return (await readFile(path, 'utf8')).replace(/^\ufeff/, '');
  } catch (cause) {
    throw new AppError(code, `${name}: cannot be read`, { cause });
  }
}
