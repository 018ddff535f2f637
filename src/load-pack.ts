import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AppError } from './base/errors.ts';
import { parseJson } from './base/json.ts';
import { readPack } from './constraints/packs/read-pack.ts';
import type { ConstraintPack } from './contracts/constraint-pack.ts';

/**
 * A pack from its JSON file, with the libraries that it names beside it.
 * @throws AppError PACK_INVALID naming the file
 */
export function loadPackFile(path: string | URL): ConstraintPack {
  const file = resolve(typeof path === 'string' && !path.startsWith('file:') ? path : fileURLToPath(path));
  if (!existsSync(file)) throw new AppError('PACK_INVALID', `${file}: no such file`);
  let json: unknown;
  try {
    json = parseJson(readFileSync(file, 'utf8').replace(/^\ufeff/, ''));
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new AppError('PACK_INVALID', `${file}: ${message}`, { cause });
  }
  return readPack(json, file, (library) => readBeside(file, library));
}

/** A pack may come from anywhere: what it names is read only from its own folder and those below it. */
function readBeside(pack: string, library: string): string {
  const fail = (what: string): never => {
    throw new AppError('PACK_INVALID', `${pack}: the library ${library} ${what}`);
  };
  const file = resolve(dirname(pack), library);
  if (!existsSync(file)) return fail('is not there');
  if (!realpathSync(file).startsWith(realpathSync(dirname(pack)) + sep)) {
    return fail('lies outside the folder of the pack');
  }
  return readFileSync(file, 'utf8');
}
