import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

export interface Sample {
  /** From the root of the repository or of the data folder, with slashes. */
  readonly name: string;
  readonly read: () => string;
}

const TRACE_FILE = /\.(?:json|jsonl|ndjson|traj)$/;
const MAX_BYTES = 64 * 1024 * 1024;

/** Every trace file under a folder; none where the folder is not there. */
export function samplesIn(folder: string): Sample[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => TRACE_FILE.test(name))
    .map((name) => join(folder, name))
    .filter((file) => statSync(file).isFile() && statSync(file).size <= MAX_BYTES)
    .sort()
    .map((file) => ({
      name: relative(folder, file).split(sep).join('/'),
      read: () => readFileSync(file, 'utf8'),
    }));
}

/** The fixtures of every format, and the examples. */
export function committedSamples(root: string): Sample[] {
  const formats = join(root, 'src/formats');
  const fixtures = samplesIn(formats).filter(({ name }) => name.includes('__fixtures__/'));
  return [...fixtures, ...samplesIn(join(root, 'examples'))];
}
