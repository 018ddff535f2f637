import crypto from 'node:crypto';
import fs from 'node:fs';
import net from 'node:net';
import type { CheckSource } from '../../contracts/sandbox.ts';
import type { EngineAnswer, EngineCall, EngineFailure, EngineReply, EngineRequest } from '../protocol.ts';
import type { PythonSetup } from './start-python.ts';

// One Pyodide, in a process that may read its package and nothing else. Before each check its memory is put back to what
// it was after the data was loaded. This file is a program of its own: it imports types alone.

/** What comes of Pyodide, as far as it is used here. The underscored and upper-case names are not its public face. */
interface Pyodide {
  readonly runPython: (code: string) => unknown;
  readonly globals: { readonly get: (name: string) => (...args: (string | number)[]) => string };
  readonly setInterruptBuffer: (buffer: { 0: number }) => void;
  readonly makeMemorySnapshot: () => Uint8Array;
  readonly _module: { readonly memory: { readonly buffer: ArrayBuffer }; readonly FS: FileSystem };
}

/** The file system in memory that Python sees. It lies outside the memory that is put back. */
interface FileSystem {
  currentPath: string;
  readonly streams: ({ readonly tty?: boolean } | null | undefined)[];
  readonly close: (stream: object) => void;
  readonly write: (stream: { readonly tty?: boolean }, ...rest: unknown[]) => number;
  readonly ErrnoError: new (code: number) => Error;
}

const READ_ONLY_FILE_SYSTEM = 69;
const SIGINT = 2;
/** A check that is still running so long after its time has nobody left who would end it. */
const ORPHAN_MS = 5_000;

const setup: PythonSetup = JSON.parse(process.argv[2] ?? '{}');
const { limits } = setup;
const send = process.send?.bind(process);
const exit = process.exit.bind(process);
const now = performance.now.bind(performance);
const parse = JSON.parse;
const post = (reply: EngineReply): void => {
  send?.(reply);
};
process.on('disconnect', () => exit(0));

shutDoors();
const { loadPyodide }: { loadPyodide: (options: object) => Promise<Pyodide> } = await import(setup.pyodideUrl);
const python = await loadPyodide({
  jsglobals: Object.create(null),
  env: { PYTHONHASHSEED: '0', HOME: '/' },
  ...(setup.mode === 'make-snapshot' ? { _makeSnapshot: true } : {}),
  ...(setup.mode === 'from-snapshot' ? { _loadSnapshot: fs.readFileSync(setup.snapshotFile) } : {}),
});
// The harness is part of the snapshot: what it imports took longer than all the rest.
if (setup.mode !== 'from-snapshot') python.runPython(setup.harness);
if (setup.mode === 'make-snapshot') {
  fs.writeFileSync(setup.snapshotFile, python.makeMemorySnapshot());
  exit(0);
}

python.globals.get('shut')(limits.maxResultChars, limits.maxOutputChars);
const loadData = python.globals.get('load');
const prepare = python.globals.get('prepare');
const callCheck = python.globals.get('call');
let deadline = Number.POSITIVE_INFINITY;
let interrupted = false;
// Python looks here every few instructions for a signal, so no second thread is needed to tell it the time.
python.setInterruptBuffer({
  get 0() {
    const late = now() - deadline;
    if (late > ORPHAN_MS) exit(1);
    if (late <= 0 || interrupted) return 0;
    interrupted = true;
    return SIGINT;
  },
  set 0(_value) {},
});
// Held here, for a check might reach the object they hang on.
const { FS: files, memory } = python._module;
lockFiles();
const openFiles = files.streams.length;
const folder = files.currentPath;
lockIntrinsics();

const emptyImage = takeImage();
let image = emptyImage;

function takeImage(): Uint8Array<ArrayBuffer> {
  const words = new Uint32Array(memory.buffer);
  let used = words.length;
  while (used > 0 && words[used - 1] === 0) used--;
  return new Uint8Array(memory.buffer.slice(0, used * 4));
}

function restore(): void {
  new Uint8Array(memory.buffer).set(image);
  for (let index = openFiles; index < files.streams.length; index++) {
    const stream = files.streams[index];
    if (stream !== null && stream !== undefined) files.close(stream);
  }
  files.currentPath = folder;
}

/** Before Pyodide is loaded: no way out of this process, a clock that stands still, and no chance. */
function shutDoors(): void {
  const refuse = (): never => {
    throw new Error('not available in a sandbox');
  };
  // Pyodide asks for the constants of the file system; the permission model refuses the real thing altogether.
  const binding = (name: string): unknown => (name === 'constants' ? { fs: fs.constants } : refuse());
  const open = process as unknown as Record<string, unknown>;
  Object.assign(open, { binding });
  for (const name of [
    'kill',
    '_kill',
    'dlopen',
    '_linkedBinding',
    'getBuiltinModule',
    '_debugProcess',
    'abort',
    'send',
  ]) {
    if (name in open) open[name] = refuse;
  }
  for (const name of ['fetch', 'WebSocket', 'EventSource', 'Worker', 'BroadcastChannel']) {
    Reflect.deleteProperty(globalThis, name);
  }
  // Pyodide can be told to give Python real sockets; the permission model has nothing to say on that.
  Object.assign(net.Socket.prototype, { connect: refuse });
  Object.assign(net.Server.prototype, { listen: refuse });
  // What it would free lies where, by then, something else may.
  Object.assign(globalThis, {
    FinalizationRegistry: class {
      register(): void {}
      unregister(): void {}
    },
  });
  const fill = <T extends object>(view: T): T => {
    if (view instanceof Uint8Array) view.fill(7);
    return view;
  };
  Object.assign(crypto, { randomFillSync: fill });
  Date.now = () => setup.clockMs;
  performance.now = () => 0;
}

/** What a check writes to a file would outlast the memory. */
function lockFiles(): void {
  const refuse = (): never => {
    throw new files.ErrnoError(READ_ONLY_FILE_SYSTEM);
  };
  const write = files.write.bind(files);
  const locked: Record<string, unknown> = {
    write: (stream: { readonly tty?: boolean }, ...rest: unknown[]) =>
      stream.tty === true ? write(stream, ...rest) : refuse(),
  };
  for (const name of [
    ...[
      'mknod',
      'mkdev',
      'symlink',
      'rename',
      'rmdir',
      'unlink',
      'truncate',
      'ftruncate',
      'allocate',
      'mount',
      'unmount',
    ],
    ...[
      'chmod',
      'lchmod',
      'fchmod',
      'chown',
      'lchown',
      'fchown',
      'utime',
      'mmap',
      'msync',
      'writeFile',
      'createDevice',
    ],
  ]) {
    locked[name] = refuse;
  }
  for (const [name, value] of Object.entries(locked)) {
    Object.defineProperty(files, name, { value, writable: false, configurable: false });
  }
}

/** A check that got hold of an object of this side must not be able to change what the next one's answer goes through. */
function lockIntrinsics(): void {
  for (const name of Object.getOwnPropertyNames(globalThis)) {
    const value: unknown = Object.getOwnPropertyDescriptor(globalThis, name)?.value;
    if (typeof value !== 'function' && (typeof value !== 'object' || value === null)) continue;
    if (value === globalThis || name === 'process') continue;
    const prototype: unknown = Reflect.get(value, 'prototype');
    if (typeof prototype === 'object' && prototype !== null) Object.freeze(prototype);
    Object.freeze(value);
  }
}

const checks = new Map<string, CheckSource>();
/** Programs that were compiled before, by their source. */
let compiled = new Map<string, string>();
/** The check that the interpreter holds, compiled; null after the data or the checks have changed. */
let current: { readonly id: string; readonly failure: EngineFailure | null } | null = null;

const stopped = (): EngineFailure => ({
  reason: 'timeout',
  message: `stopped after ${limits.timeoutMs} ms`,
  line: null,
});

/** What a call into Python gave, or why it did not come back: then the check is set back whatever it was doing. */
function enter<T>(work: () => T): T | EngineFailure {
  try {
    return work();
  } catch (error) {
    current = null;
    if (interrupted) return stopped();
    // Anything else that gets this far has gone through the interpreter without unwinding it.
    const deep = error instanceof RangeError;
    const said = error instanceof Error ? (error.message.trim().split('\n').at(-1) ?? '') : '';
    const message = deep ? 'nested deeper than the interpreter bears' : `broke the interpreter: ${said}`.slice(0, 500);
    return { reason: 'crashed', message, line: null };
  }
}

const failureIn = (text: string): EngineFailure | null => (text === '' ? null : (parse(text) as EngineFailure));

function select(check: CheckSource): EngineFailure | null {
  if (current?.id === check.id) return current.failure;
  restore();
  // Nothing but the harness has run since: what it gives is what the source says.
  const failure = enter(() => {
    const said = prepare(check.source, check.functionName ?? '', compiled.get(check.source) ?? '');
    if (said.startsWith('{')) return failureIn(said);
    if (said !== '') compiled.set(check.source, said);
    return null;
  });
  if (failure === null || (failure.reason !== 'timeout' && failure.reason !== 'crashed')) {
    current = { id: check.id, failure };
  }
  return failure;
}

function answerCall({ checkId, position }: EngineCall): { answer: EngineAnswer; output: string } {
  const check = checks.get(checkId);
  const failure: EngineFailure | null =
    check === undefined ? { reason: 'compile', message: `no check is called ${checkId}`, line: null } : select(check);
  if (failure !== null) return { answer: failure, output: '' };
  const result = enter(() => parse(callCheck(position ?? -1)) as { answer: EngineAnswer; output: string });
  if ('reason' in result) return { answer: result, output: '' };
  // Interrupted in the check's own handling of errors, it may have come back all the same.
  if (interrupted) {
    current = null;
    return { answer: stopped(), output: result.output };
  }
  if ('reason' in result.answer && result.answer.reason === 'memory') current = null;
  return result;
}

function runCalls(calls: readonly EngineCall[]): void {
  for (const call of calls) {
    const start = now();
    interrupted = false;
    deadline = start + limits.timeoutMs;
    const { answer, output } = answerCall(call);
    deadline = Number.POSITIVE_INFINITY;
    post({ kind: 'result', index: call.index, answer, output, elapsedMs: now() - start });
    if ('reason' in answer && (answer.reason === 'timeout' || answer.reason === 'memory')) break;
    if ('reason' in answer && answer.reason === 'crashed') return;
  }
  post({ kind: 'idle' });
}

/** Where the memory with the data is kept. Used for the next data too, for memory that is new costs far more than filling it. */
let room = new Uint8Array(0);

/** The memory as it is now, as `takeImage` gives it, in the place of the one before. */
function keepImage(): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(python._module.memory.buffer);
  let used = all.length;
  const words = new Uint32Array(all.buffer);
  while (used > 0 && words[used / 4 - 1] === 0) used -= 4;
  if (room.length < used) room = new Uint8Array(used);
  room.set(all.subarray(0, used));
  return room.subarray(0, used);
}

function load(text: string): EngineFailure | null {
  current = null;
  image = emptyImage;
  restore();
  // What checks left beyond the image must not make the next one larger.
  new Uint8Array(python._module.memory.buffer).fill(0, image.length);
  const failure = enter(() => failureIn(loadData(text)));
  if (failure === null) image = keepImage();
  return failure;
}

process.on('message', (request: EngineRequest) => {
  if (request.kind === 'run') {
    runCalls(request.calls);
  } else if (request.kind === 'load') {
    post({ kind: 'loaded', failure: load(request.text) });
  } else {
    current = null;
    checks.clear();
    for (const check of request.checks) checks.set(check.id, check);
    // The same checks are often set again for the next trajectory.
    const sources = new Set(request.checks.map(({ source }) => source));
    compiled = new Map([...compiled].filter(([source]) => sources.has(source)));
  }
});
post({ kind: 'ready' });
