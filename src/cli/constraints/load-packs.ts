import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, extname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { AppError } from '../../base/errors.ts';
import { parseJson } from '../../base/json.ts';
import { loadDefaultExport, reasonOf } from '../../config/load-config-file.ts';
import { readPack } from '../../constraints/packs/read-pack.ts';
import { RULES } from '../../constraints/rules/index.ts';
import type { ConstraintPack } from '../../contracts/constraint-pack.ts';

/** Names under which a pack is looked for in a folder. */
export const PACK_FILES = ['culprit.constraints.json', 'culprit.constraints.ts', 'culprit.constraints.js'] as const;

const MAX_PACK_BYTES = 32_000_000;
const MODULES = ['.ts', '.mts', '.js', '.mjs'];

/** A pack and where it stands. */
export interface LoadedPack {
  /** As it was named, or found. */
  readonly name: string;
  /** Absolute path of its file. */
  readonly path: string;
  readonly pack: ConstraintPack;
}

/**
 * Loads packs: JSON, modules with a default export, or folders that hold one.
 * @throws AppError PACK_INVALID naming the file, the place in it and what is wrong
 */
export async function loadPacks(names: readonly string[], cwd: string): Promise<readonly LoadedPack[]> {
  const loaded: LoadedPack[] = [];
  for (const name of names) {
    const one = await loadPack(name, cwd);
    if (loaded.every(({ path }) => path !== one.path)) loaded.push(one);
  }
  refuseClashes(loaded);
  return loaded;
}

/** The packs that a command's arguments name; the one of the working folder where they name none. */
export async function packsOf(names: readonly string[], cwd: string): Promise<readonly LoadedPack[]> {
  if (names.length > 0) return loadPacks(names, cwd);
  const found = PACK_FILES.find((file) => existsSync(join(cwd, file)));
  if (found === undefined) {
    throw new AppError('USAGE_INVALID', `name a pack: there is no ${PACK_FILES[0]} in this folder`);
  }
  return loadPacks([found], cwd);
}

async function loadPack(name: string, cwd: string): Promise<LoadedPack> {
  const path = fileOf(name, cwd);
  const json = MODULES.includes(extname(path)) ? await loadedModule(name, path) : await parsedFile(name, path);
  return { name, path, pack: readPack(json, name, (library) => readLibrary(library, name, path)) };
}

function fileOf(name: string, cwd: string): string {
  const named = resolve(cwd, name);
  const found = statSync(named, { throwIfNoEntry: false });
  if (found === undefined) throw new AppError('PACK_INVALID', `${name}: no such file`);
  if (!found.isDirectory()) return named;
  const file = PACK_FILES.find((one) => existsSync(join(named, one)));
  if (file === undefined) throw new AppError('PACK_INVALID', `${name}: the folder holds no ${PACK_FILES[0]}`);
  return join(named, file);
}

async function loadedModule(name: string, path: string): Promise<unknown> {
  try {
    const given = await loadDefaultExport(path);
    if (given === undefined) throw new AppError('PACK_INVALID', `${name}: no default export`);
    // What code answers when it is read is read here, where its faults are the file's; no function or getter is left.
    return JSON.parse(JSON.stringify(given) ?? 'null');
  } catch (cause) {
    if (AppError.isInstance(cause)) throw cause;
    throw new AppError('PACK_INVALID', `${name}: ${reasonOf(cause)}`, { cause });
  }
}

async function parsedFile(name: string, path: string): Promise<unknown> {
  const text = await readBounded(name, path);
  try {
    return parseJson(text);
  } catch (cause) {
    if (AppError.isInstance(cause)) throw new AppError('PACK_INVALID', `${name}: ${cause.message}`, { cause });
    throw cause;
  }
}

async function readBounded(name: string, path: string): Promise<string> {
  const size = statSync(path).size;
  if (size > MAX_PACK_BYTES) throw new AppError('PACK_INVALID', `${name}: larger than ${MAX_PACK_BYTES} bytes`);
  try {
    return (await readFile(path, 'utf8')).replace(/^\ufeff/, '');
  } catch (cause) {
    throw new AppError('PACK_INVALID', `${name}: cannot be read`, { cause });
  }
}

/** A library stands in the pack's folder or below: a pack from elsewhere is to read no other file. */
function readLibrary(library: string, name: string, packPath: string): string {
  const fail = (why: string): never => {
    throw new AppError('PACK_INVALID', `${name}: /library: ${library}: ${why}`);
  };
  const folder = dirname(packPath);
  const path = resolve(folder, library);
  if (!isInside(path, folder)) fail('stands outside the folder of the pack');
  if (!existsSync(path)) fail('no such file');
  // The pack may be reached through a link; a library must not lead out through one.
  if (!isInside(realpathSync(path), realpathSync(folder))) fail('is a link that leads out of the folder of the pack');
  const found = statSync(path);
  if (!found.isFile() || found.size > MAX_PACK_BYTES) fail('no file that can be read whole');
  return readFileSync(path, 'utf8');
}

function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** Outcomes are told apart by the id of their constraint, and libraries by the name of their pack. */
function refuseClashes(loaded: readonly LoadedPack[]): void {
  const ids = new Map<string, string>();
  const packs = new Map<string, string>();
  for (const { name, pack } of loaded) {
    const known = packs.get(pack.name);
    if (known !== undefined) throw new AppError('PACK_INVALID', `${name} and ${known} are both called ${pack.name}`);
    packs.set(pack.name, name);
    pack.constraints.forEach(({ id }, at) => {
      if (Object.hasOwn(RULES, id)) {
        throw new AppError('PACK_INVALID', `${name}: /constraints/${at}/id: ${id} is the name of a built-in rule`);
      }
      const other = ids.get(id);
      if (other !== undefined) {
        throw new AppError('PACK_INVALID', `${name}: /constraints/${at}/id: ${other} has a constraint ${id} too`);
      }
      ids.set(id, name);
    });
  }
}
