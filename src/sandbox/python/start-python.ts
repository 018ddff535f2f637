import { type ChildProcess, execFile, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { contentHash } from '../../base/hash.ts';
import { ownString } from '../../base/json.ts';
import { pathOf, programUrl } from '../program-url.ts';
import type { EngineSetup, StartEngine } from '../protocol.ts';

/** The version that this was written and measured with. Its snapshots are not part of what it promises. */
export const PYODIDE_VERSION = '314.0.7';

/** What the child process is told on its command line. */
export interface PythonSetup extends EngineSetup {
  readonly mode: 'make-snapshot' | 'from-snapshot' | 'cold';
  readonly pyodideUrl: string;
  readonly snapshotFile: string;
  /** What the clock shows a check, in milliseconds since 1970. */
  readonly clockMs: number;
}

const UNSHARE = '/usr/bin/unshare';
const PAGE_BYTES = 65_536;
/** Memory of the process outside the interpreter. */
const HEAP_MB = 256;
/** Making a snapshot is starting from nothing, and writing 30 MB. */
const SNAPSHOT_TIMEOUT_MS = 60_000;
/** 1 January 2000: a check that asks for the time gets the same answer on every day. */
const CLOCK_MS = 946_684_800_000;

export interface PythonOptions {
  /** Folder that keeps the snapshot of a started interpreter from one run to the next; null = kept for this one only. */
  readonly cacheFolder: string | null;
  /** False = do without the help of the system against network access, as where the system gives none. */
  readonly useNetworkNamespace?: boolean;
}

interface Place {
  readonly packageFolder: string;
  readonly version: string;
  readonly pyodideUrl: string;
  readonly program: string;
}

/** Starts Pyodide in a process that may read its own files only: no other files, no processes, an empty environment. */
export function createPythonStarter({ cacheFolder, useNetworkNamespace = true }: PythonOptions): {
  start: StartEngine;
  dispose: () => void;
} {
  let temporary: string | null = null;
  let isolated: Promise<boolean> | null = null;
  const snapshotFolder = (): string => {
    if (cacheFolder !== null) {
      mkdirSync(cacheFolder, { recursive: true });
      return cacheFolder;
    }
    temporary ??= mkdtempSync(join(tmpdir(), 'culprit-python-'));
    return temporary;
  };
  const start: StartEngine = async (setup, { onReply, onDeath }) => {
    const place = await findPyodide();
    isolated ??= useNetworkNamespace ? canCutNetwork() : Promise.resolve(false);
    const cutNetwork = await isolated;
    const base = { ...setup, pyodideUrl: place.pyodideUrl, clockMs: CLOCK_MS };
    const snapshotFile = await snapshotOf(base, place, snapshotFolder(), cutNetwork);
    const mode = snapshotFile === null ? 'cold' : 'from-snapshot';
    const child = startChild({ ...base, mode, snapshotFile: snapshotFile ?? '' }, place, cutNetwork);
    child.unref();
    child.channel?.unref();
    let killed = false;
    const died = (message: string): void => {
      if (!killed) onDeath({ reason: 'crashed', message, line: null });
      killed = true;
    };
    let answered = false;
    child.on('message', (reply) => {
      answered = true;
      onReply(reply);
    });
    child.on('exit', () => {
      // A snapshot that cannot be started from is made anew by the next attempt.
      if (!answered && !killed && snapshotFile !== null) rmSync(snapshotFile, { force: true });
    });
    child.on('error', (error) => died(`the interpreter could not be started: ${error.message}`));
    child.on('exit', (code, signal) => died(`the interpreter ended (${signal ?? `code ${code}`})`));
    return {
      send: (request) => {
        if (child.connected) child.send(request);
      },
      kill: async () => {
        killed = true;
        await ended(child);
      },
    };
  };
  const dispose = (): void => {
    if (temporary !== null) rmSync(temporary, { recursive: true, force: true });
    temporary = null;
  };
  return { start, dispose };
}

async function findPyodide(): Promise<Place> {
  let packageFolder: string;
  try {
    packageFolder = dirname(realpathSync(createRequire(import.meta.url).resolve('pyodide')));
  } catch {
    throw new Error(`checks in Python need a package that is not installed: npm install pyodide@${PYODIDE_VERSION}`);
  }
  const manifest: unknown = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8'));
  return {
    packageFolder,
    version: ownString(manifest, 'version') ?? '',
    pyodideUrl: pathToFileURL(join(packageFolder, 'pyodide.mjs')).href,
    program: realpathSync(pathOf(await programUrl('python', 'python-child'))),
  };
}

function startChild(setup: PythonSetup, place: Place, cutNetwork: boolean): ChildProcess {
  const permission = process.allowedNodeEnvironmentFlags.has('--permission')
    ? '--permission'
    : '--experimental-permission';
  const makes = setup.mode === 'make-snapshot';
  const flags = [
    permission,
    `--allow-fs-read=${place.packageFolder}${sep}`,
    `--allow-fs-read=${place.program}`,
    ...(setup.snapshotFile === '' ? [] : [`--allow-fs-read=${setup.snapshotFile}`]),
    ...(makes ? [`--allow-fs-write=${setup.snapshotFile}`] : []),
    `--wasm-max-mem-pages=${Math.floor((setup.limits.memoryMb * 2 ** 20) / PAGE_BYTES)}`,
    `--max-old-space-size=${HEAP_MB}`,
    '--disallow-code-generation-from-strings',
    '--no-warnings',
  ];
  return fork(place.program, [JSON.stringify(setup)], {
    env: { TZ: 'UTC' },
    // Without a network of its own where the system lets anybody have that.
    ...(cutNetwork
      ? { execPath: UNSHARE, execArgv: ['-rn', process.execPath, ...flags] }
      : { execPath: process.execPath, execArgv: flags }),
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}

async function canCutNetwork(): Promise<boolean> {
  if (process.platform !== 'linux' || !existsSync(UNSHARE)) return false;
  try {
    await promisify(execFile)(UNSHARE, ['-rn', '/bin/true'], { timeout: 5_000 });
    return true;
  } catch {
    return false;
  }
}

/** The file of a started interpreter's memory, made where it is not there yet; null where it cannot be made. */
async function snapshotOf(
  setup: Omit<PythonSetup, 'mode' | 'snapshotFile'>,
  place: Place,
  folder: string,
  cutNetwork: boolean,
): Promise<string | null> {
  // What is in the memory depends on these alone.
  const key = contentHash(JSON.stringify([process.version, process.arch, place, setup.harness]));
  const file = join(realpathSync(folder), `python-${key}.snapshot`);
  if (existsSync(file)) return file;
  // Several sandboxes, here or elsewhere, may be making it at the same time.
  const draft = `${file}.${randomUUID()}`;
  const child = startChild({ ...setup, mode: 'make-snapshot', snapshotFile: draft }, place, cutNetwork);
  const code = await new Promise<number | null>((resolve) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), SNAPSHOT_TIMEOUT_MS);
    child.once('error', () => resolve(null));
    child.once('exit', (status) => {
      clearTimeout(timer);
      resolve(status);
    });
  });
  if (code === 0 && existsSync(draft)) {
    renameSync(draft, file);
    return file;
  }
  rmSync(draft, { force: true });
  return null;
}

function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.ref();
    child.kill('SIGKILL');
  });
}
