import { parentPort, workerData } from 'node:worker_threads';
import packagedVariant from '@jitl/quickjs-wasmfile-release-sync';
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSSyncVariant,
} from 'quickjs-emscripten-core';
import type { CheckSource } from '../../contracts/sandbox.ts';
import type { EngineAnswer, EngineCall, EngineFailure, EngineReply, EngineRequest, EngineSetup } from '../protocol.ts';

// One QuickJS, set up once. Before each call its whole memory is put back to what it was after the data was loaded,
// so nothing that a check did is there for the next. This file is a program of its own: it imports types alone.

const PAGE_BYTES = 65_536;
const MB = 2 ** 20;
/** What the interpreter was built to start with. */
const START_PAGES = 256;
/** Stack of the interpreter. Within what `stackSizeMb` of the thread bears, whatever the check nests. */
const STACK_BYTES = 256 * 1024;
/** Stack and static data, and what an error needs. */
const RESERVED_BYTES = 8 * MB;
/** How much of an answer is read. */
const MAX_REPLY_CHARS = 1_000_000;

/** The types of Node name it, but not as something that can be made. */
type MemoryClass = new (size: {
  readonly initial: number;
  readonly maximum: number;
}) => { readonly buffer: ArrayBuffer };

const { limits, harness }: EngineSetup = workerData;
const port = parentPort;
if (port === null) throw new Error('not started as a worker');
const post = (reply: EngineReply): void => port.postMessage(reply);

// Times without a zone are read by the host's clock; every machine must give the same answer.
const { prototype } = Date;
for (const part of ['Date', 'Day', 'FullYear', 'Hours', 'Milliseconds', 'Minutes', 'Month', 'Seconds'] as const) {
  prototype[`get${part}`] = prototype[`getUTC${part}`];
}
prototype.getTimezoneOffset = () => 0;

const maximum = Math.max(START_PAGES, Math.floor((limits.memoryMb * MB) / PAGE_BYTES));
const { WebAssembly: wasm } = globalThis as unknown as { readonly WebAssembly: { readonly Memory: MemoryClass } };
const wasmMemory = new wasm.Memory({ initial: START_PAGES, maximum });
// The package's types describe its other module format.
const variant = packagedVariant as unknown as QuickJSSyncVariant;
const quickjs = await newQuickJSWASMModuleFromVariant(newVariant(variant, { wasmMemory }));
const runtime = quickjs.newRuntime();
runtime.setMaxStackSize(STACK_BYTES);
// Below what there is, so that there is room to say that there is none left.
runtime.setMemoryLimit(maximum * PAGE_BYTES - RESERVED_BYTES);
let deadline = Number.POSITIVE_INFINITY;
let interrupted = false;
runtime.setInterruptHandler(() => {
  interrupted ||= performance.now() > deadline;
  return interrupted;
});
const vm: QuickJSContext = runtime.newContext();

const factory = vm.unwrapResult(vm.evalCode(harness, 'harness.js'));
const entries = vm.unwrapResult(
  vm.callFunction(factory, vm.undefined, vm.newNumber(limits.maxResultChars), vm.newNumber(limits.maxOutputChars)),
);
const [loadEntry, callEntry, errorEntry] = [
  vm.getProp(entries, 'load'),
  vm.getProp(entries, 'call'),
  vm.getProp(entries, 'describeError'),
];

/** The memory as it is now, as far as it was ever used. */
function takeImage(place: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const words = new Uint32Array(wasmMemory.buffer);
  let used = words.length;
  while (used > 0 && words[used - 1] === 0) used--;
  const size = used * 4;
  const kept = place.length < size ? new Uint8Array(size) : place.subarray(0, size);
  kept.set(new Uint8Array(wasmMemory.buffer, 0, size));
  return kept;
}

const emptyImage = takeImage(new Uint8Array(0));
let image = emptyImage;
/** Where the image with data is kept. Used for the next one too, for memory that is new costs far more than filling it. */
let room = new Uint8Array(0);

/** What lies beyond the image was never handed out, as far as the allocator in the image knows. */
function restore(): void {
  new Uint8Array(wasmMemory.buffer).set(image);
  interrupted = false;
}

type Outcome = { readonly handle: QuickJSHandle } | { readonly error: QuickJSHandle };

const outcomeOf = (result: ReturnType<QuickJSContext['evalCode']>): Outcome =>
  result.error === undefined ? { handle: result.value } : { error: result.error };

const evaluate = (code: string): Outcome => outcomeOf(vm.evalCode(code, 'check.js', { strict: true }));

/** Why an evaluation or a call did not come back. A `SyntaxError` is one of the source only while that is evaluated. */
function failureOf(error: QuickJSHandle, during: 'evaluation' | 'call'): EngineFailure {
  if (interrupted) return stopped();
  const described = vm.callFunction(errorEntry, vm.undefined, error);
  const read = described.error === undefined ? readReply(described.value) : null;
  if (interrupted) return stopped();
  const { message, line } = read?.failure ?? { message: 'out of memory', line: null };
  const compile = during === 'evaluation' && message.startsWith('SyntaxError');
  return { reason: isOutOfMemory(message) ? 'memory' : compile ? 'compile' : 'exception', message, line };
}

const stopped = (): EngineFailure => ({
  reason: 'timeout',
  message: `stopped after ${limits.timeoutMs} ms`,
  line: null,
});

/** An allocation that fails while the error is being made leaves no error at all. */
const isOutOfMemory = (message: string): boolean => /^(InternalError: )?out of memory$/.test(message);

interface HarnessReply {
  readonly json?: string;
  readonly failure?: EngineFailure;
  readonly output: string;
}

function readReply(handle: QuickJSHandle): HarnessReply | null {
  if (vm.typeof(handle) !== 'string') return null;
  const length = vm.getNumber(vm.getProp(handle, 'length'));
  return length > MAX_REPLY_CHARS ? null : (JSON.parse(vm.getString(handle)) as HarnessReply);
}

const checks = new Map<string, CheckSource>();
/** Checks that are a script with helpers rather than one expression. */
const scripts = new Set<string>();

/** The function that a check's source stands for. */
function functionOf({ id, source, functionName }: CheckSource): Outcome | EngineFailure {
  if (!scripts.has(id) && functionName === null) {
    const whole = evaluate(`(${source}\n)`);
    if ('handle' in whole && vm.typeof(whole.handle) === 'function') return whole;
    if (interrupted) return stopped();
    restore();
  }
  scripts.add(id);
  const script = evaluate(source);
  if ('error' in script) return script;
  if (functionName === null && vm.typeof(script.handle) === 'function') return script;
  const name = functionName ?? 'check';
  // The name comes from where the source comes from: it must not be more than a name.
  if (/^[A-Za-z_$][\w$]*$/.test(name)) {
    const named = evaluate(`typeof ${name} === 'function' ? ${name} : 0`);
    if ('handle' in named && vm.typeof(named.handle) === 'function') return named;
  }
  return {
    reason: 'compile',
    message: `the source holds no function: end it with (trajectory, step) => …, or declare function ${name}`,
    line: null,
  };
}

function answerCall({ checkId, position }: EngineCall): { answer: EngineAnswer; output: string } {
  const silent = (answer: EngineAnswer) => ({ answer, output: '' });
  const check = checks.get(checkId);
  if (check === undefined) return silent({ reason: 'compile', message: `no check is called ${checkId}`, line: null });
  restore();
  const found = functionOf(check);
  if ('reason' in found) return silent(found);
  if ('error' in found) return silent(failureOf(found.error, 'evaluation'));
  const at = position === null ? vm.null : vm.newNumber(position);
  const called = outcomeOf(vm.callFunction(callEntry, vm.undefined, found.handle, at));
  if ('error' in called) return silent(failureOf(called.error, 'call'));
  const reply = readReply(called.handle);
  if (reply === null) return silent({ reason: 'memory', message: 'out of memory', line: null });
  const { json, failure, output } = reply;
  if (failure === undefined) return { answer: { json: json ?? '' }, output };
  return { answer: isOutOfMemory(failure.message) ? { ...failure, reason: 'memory' } : failure, output };
}

function load(text: string): EngineFailure | null {
  deadline = Number.POSITIVE_INFINITY;
  image = emptyImage;
  restore();
  // What checks left beyond the image must not make the next one larger.
  new Uint8Array(wasmMemory.buffer).fill(0, image.length);
  const result = vm.callFunction(loadEntry, vm.undefined, vm.newString(text));
  if (result.error !== undefined) return failureOf(result.error, 'call');
  image = takeImage(room);
  room = new Uint8Array(image.buffer);
  return null;
}

function runCalls(calls: readonly EngineCall[]): void {
  for (const call of calls) {
    const start = performance.now();
    deadline = start + limits.timeoutMs;
    const { answer, output } = answerCall(call);
    post({ kind: 'result', index: call.index, answer, output, elapsedMs: performance.now() - start });
    if ('reason' in answer && (answer.reason === 'timeout' || answer.reason === 'memory')) break;
  }
  post({ kind: 'idle' });
}

port.on('message', (request: EngineRequest) => {
  if (request.kind === 'run') {
    runCalls(request.calls);
  } else if (request.kind === 'load') {
    post({ kind: 'loaded', failure: load(request.text) });
  } else {
    checks.clear();
    scripts.clear();
    for (const check of request.checks) checks.set(check.id, check);
  }
});
post({ kind: 'ready' });
