import { realpath, stat } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { AppError } from '../base/errors.ts';

/** One thing to read: a file, or standard input. */
export interface Input {
  /** As people and reports name it: the path as it was given, `-` for standard input. */
  readonly uri: string;
  /** Absolute path; null for standard input. */
  readonly path: string | null;
  readonly sizeBytes: number;
}

export type InputResult = { readonly input: Input } | { readonly error: AppError; readonly uri: string };

const TRACE_FILES = '**/*.{json,jsonl,ndjson,traj}';
/** Never looked into, and constraint packs, which lie beside the traces they are for. */
const LEFT_OUT = ['**/node_modules/**', '**/culprit.constraints.json'];

/**
 * The files that arguments name, in the order of the arguments: files, folders (searched through), quoted globs, and
 * `-` for standard input. One that names nothing gives an error in its place. A file that is named twice is read once.
 */
export async function expandInputs(names: readonly string[], cwd: string): Promise<readonly InputResult[]> {
  const seen = new Set<string>();
  const results: InputResult[] = [];
  for (const name of names) {
    for (const result of await expandOne(name, cwd)) {
      const key = 'input' in result ? (result.input.path ?? '-') : `error ${result.uri}`;
      if (!seen.has(key)) results.push(result);
      seen.add(key);
    }
  }
  return results;
}

async function expandOne(name: string, cwd: string): Promise<readonly InputResult[]> {
  if (name === '-') return [{ input: { uri: '-', path: null, sizeBytes: 0 } }];
  const path = resolve(cwd, name);
  const found = await stat(path).catch(() => null);
  if (found?.isDirectory() === true) {
    const files = await filesMatching(TRACE_FILES, path);
    if (files.length === 0) return [notFound(name, 'the folder holds no .json, .jsonl, .ndjson or .traj file')];
    return Promise.all(files.map((file) => fileInput(join(name, relative(path, file)), file)));
  }
  // Pipes and the like (`<(…)`, /dev/stdin) are read as files are.
  if (found !== null) return [{ input: { uri: name, path, sizeBytes: found.size } }];
  if (!/[*?{}[\]!()]/.test(name)) return [notFound(name, 'no such file or folder')];
  const files = await filesMatching(name, cwd);
  if (files.length === 0) return [notFound(name, 'no file matches')];
  return Promise.all(files.map((file) => fileInput(relative(cwd, file) || file, file)));
}

async function fileInput(uri: string, path: string): Promise<InputResult> {
  const found = await stat(path).catch(() => null);
  return { input: { uri, path, sizeBytes: found?.size ?? 0 } };
}

/** Absolute paths, sorted. What links reach in several ways, or in circles, is there once, under its shortest path. */
async function filesMatching(pattern: string, cwd: string): Promise<readonly string[]> {
  const { glob } = await import('tinyglobby');
  const found = await glob(pattern, { cwd, absolute: true, expandDirectories: false, ignore: LEFT_OUT });
  const shortest = new Map<string, string>();
  for (const path of found.sort((one, other) => one.length - other.length)) {
    const real = await realpath(path).catch(() => path);
    if (!shortest.has(real)) shortest.set(real, path);
  }
  return [...shortest.values()].sort();
}

const notFound = (uri: string, what: string): InputResult => ({ uri, error: new AppError('TRACE_NOT_FOUND', what) });
