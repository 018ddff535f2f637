import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { AppError, type ErrorCode } from '../../base/errors.ts';
import { parseJson } from '../../base/json.ts';

const MAX_BYTES = 64_000_000;

/**
 * The JSON of a file that a command names.
 * @throws AppError of the given code, naming the file
 */
export async function jsonOf(name: string, cwd: string, code: ErrorCode): Promise<unknown> {
  let text: string;
  try {
    text = await readFile(resolve(cwd, name), 'utf8');
  } catch (cause) {
    throw new AppError(code, `${name}: cannot be read`, { cause });
  }
  if (text.length > MAX_BYTES) throw new AppError(code, `${name}: larger than ${MAX_BYTES} bytes`);
  try {
    return parseJson(text.replace(/^\ufeff/, ''));
  } catch (cause) {
    if (AppError.isInstance(cause)) throw new AppError(code, `${name}: ${cause.message}`, { cause });
    throw cause;
  }
}
