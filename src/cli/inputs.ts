import { realpath as realpathOf } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { AppError } from '../base/errors.ts';
import { plural } from '../base/text.ts';

/** One thing to read: a file, or standard input. */
export interface Input {
  /** As people and reports name it: the path as it was given, `-` for standard input. */
  readonly uri: string;
  /** Absolute path; null for standard input. */
  readonly path: string | null;
  /** 0 for what is no regular file. */
  readonly sizeBytes: number;
  /** Files that hold parts of this one's runs, and are read with it. */
  readonly companions?: readonly Input[];
}

/** Size of an input with all that is read with it. */
export const totalBytes = ({ sizeBytes, companions = [] }: Input): number =>
  companions.reduce((sum, companion) => sum + companion.sizeBytes, sizeBytes);

export type InputResult = { readonly input: Input } | { readonly error: AppError; readonly uri: string };

/** Hears what a person should know of what is read, besides errors. */
export interface InputNotes {
  /** Something that was named is not read, or not again. */
  readonly leftOut: (text: string) => void;
  /** Something is read that may take its time to come. */
  readonly waits: (text: string) => void;
}

const TRACE_FILES = '**/*.{json,jsonl,ndjson,traj}';
const IS_TRACE_FILE = /\.(?:jsonl?|ndjson|traj)$/;
const NO_NOTES: InputNotes = { leftOut: () => {}, waits: () => {} };

/** What a name leads to; `real` tells files apart that have several names. */
interface Found {
  readonly result: InputResult;
  readonly real: string;
}
/** Never looked into, and constraint packs, which lie beside the traces they are for. */
const LEFT_OUT = ['**/node_modules/**', '**/*.constraints.json'];

/**
 * The files that arguments name, in the order of the arguments: files, folders (searched through), quoted globs, and
 * `-` for standard input. One that names nothing gives an error in its place. A file is read once, however often and
 * through whatever links it is named.
 */
export async function expandInputs(
  names: readonly string[],
  cwd: string,
  notes: InputNotes = NO_NOTES,
): Promise<readonly InputResult[]> {
  const seen = new Map<string, string>();
  const results: InputResult[] = [];
  let links = 0;
  for (const name of names) {
    const { found, linked } = await expandOne(name, cwd, notes);
    links += linked;
    for (const { result, real } of found) {
      const place = 'input' in result ? (result.input.path ?? '-') : real;
      const known = seen.get(real);
      if (known === undefined) {
        seen.set(real, place);
        results.push(result);
      } else if (known !== place) links++;
    }
  }
  if (links > 0) notes.leftOut(`${plural(links, 'link')} to files that are read anyway: each file is read once`);
  return results;
}

interface Expansion {
  readonly found: readonly Found[];
  /** Further names of the same files. */
  readonly linked: number;
}

const one = (found: Found): Expansion => ({ found: [found], linked: 0 });

async function expandOne(name: string, cwd: string, notes: InputNotes): Promise<Expansion> {
  if (name === '-') return one({ result: { input: { uri: '-', path: null, sizeBytes: 0 } }, real: '-' });
  const path = resolve(cwd, name);
  const found = await stat(path).catch(() => null);
  if (found?.isDirectory() === true) {
    const { files, linked } = await filesMatching(TRACE_FILES, path, notes);
    if (files.length === 0) return one(notFound(name, 'the folder holds no .json, .jsonl, .ndjson or .traj file'));
    return {
      found: await Promise.all(files.map((file) => fileFound(join(name, relative(path, file.path)), file))),
      linked,
    };
  }
  if (found !== null) {
    // Pipes and the like (`<(…)`, /dev/stdin) are read as files are; each of those is a pipe of its own.
    if (found.isFIFO() && !/^\/(?:dev|proc)\//.test(path))
      notes.waits(`${name} is a pipe: waiting for what writes to it`);
    const real = found.isFile() ? await realpath(path).catch(() => path) : path;
    return one({ result: { input: { uri: name, path, sizeBytes: found.isFile() ? found.size : 0 } }, real });
  }
  if (!/[*?{}[\]!()]/.test(name)) return one(notFound(name, 'no such file or folder'));
  const { files, linked } = await filesMatching(name, cwd, notes);
  if (files.length === 0) return one(notFound(name, 'no file matches'));
  return {
    found: await Promise.all(files.map((file) => fileFound(relative(cwd, file.path) || file.path, file))),
    linked,
  };
}

interface MatchedFile {
  readonly path: string;
  readonly real: string;
}

async function fileFound(uri: string, { path, real }: MatchedFile): Promise<Found> {
  const found = await stat(path).catch(() => null);
  return { result: { input: { uri, path, sizeBytes: found?.size ?? 0 } }, real };
}

/**
 * Absolute paths, sorted. What links reach in several ways, or in circles, is there once: under its own path where that
 * is among them, else under the shortest. Links that lead nowhere are noted.
 */
async function filesMatching(
  pattern: string,
  cwd: string,
  notes: InputNotes,
): Promise<{ readonly files: readonly MatchedFile[]; readonly linked: number }> {
  const { glob } = await import('tinyglobby');
  const dead: string[] = [];
  // The search follows links, and passes over those that it cannot follow.
  const watched = new Proxy(realpathOf, {
    apply: (follow, self, [path, done]) =>
      follow.call(self, path, (error, resolved) => {
        if (error !== null) dead.push(path);
        done(error, resolved);
      }),
  });
  const paths = await glob(pattern, {
    cwd,
    absolute: true,
    expandDirectories: false,
    ignore: LEFT_OUT,
    fs: { realpath: watched },
  });
  for (const path of dead.filter((one) => IS_TRACE_FILE.test(one)).sort()) {
    notes.leftOut(`${relative(cwd, path)} is a link that leads to nothing`);
  }
  const byFile = new Map<string, string>();
  for (const path of paths.sort((a, b) => a.length - b.length)) {
    const real = await realpath(path).catch(() => path);
    if (!byFile.has(real) || path === real) byFile.set(real, path);
  }
  const files = [...byFile].map(([real, path]) => ({ real, path })).sort((a, b) => (a.path < b.path ? -1 : 1));
  return { files, linked: paths.length - files.length };
}

const notFound = (uri: string, what: string): Found => ({
  result: { uri, error: new AppError('TRACE_NOT_FOUND', what) },
  real: `error ${uri}`,
});
