import { ownString } from '../../base/json.ts';
import { mapAhead } from '../../base/map-ahead.ts';
import type { WorkerTask } from '../diagnose-worker.ts';
import type { Host } from '../host.ts';
import { type Input, type InputResult, totalBytes } from '../inputs.ts';
import type { OpenedModels } from '../models.ts';
import { readInput } from '../read-input.ts';
import { asReadError, type DiagnoseOptions, diagnoseInput } from './diagnose-input.ts';
import { createDiagnoser, type Diagnoser } from './diagnoser.ts';
import type { ExtraChecks } from './extra-checks.ts';
import type { ModelConfig } from './model-diagnoser.ts';
import { type PackedOutcome, type PackOptions, packOutcome } from './pack-outcome.ts';

/** Below both, threads cost more than they save. */
const MIN_FILES = 9;
const MIN_BYTES = 5_000_000;
/** A file above this is streamed in the main thread: a worker would hold all its outcomes at once. */
const MAX_WORKER_BYTES = 32_000_000;
/** Files in work or waiting to be printed, for each thread: bounds what is held. */
const AHEAD = 3;

export interface DiagnoseAllOptions {
  readonly options: DiagnoseOptions;
  readonly pack: PackOptions;
  readonly jobs: number | 'auto';
  readonly checks: ExtraChecks | null;
  /** Models to ask, and how; null = none. Calls wait for answers, not for cores: no threads then. */
  readonly models: { readonly opened: OpenedModels; readonly config: ModelConfig } | null;
  /** Hears how many bytes were read. */
  readonly onBytes: (count: number) => void;
}

/** Diagnoses inputs, in threads where that pays; outcomes come in the order of the inputs all the same. */
export async function* diagnoseAll(
  inputs: readonly InputResult[],
  settings: DiagnoseAllOptions,
  host: Host,
): AsyncGenerator<PackedOutcome, void, undefined> {
  const files = inputs.flatMap((result) => ('input' in result && fitsWorker(result.input) ? [result.input] : []));
  const threads = Math.min(settings.jobs === 'auto' ? host.cores : settings.jobs, files.length);
  const bytes = files.reduce((sum, file) => sum + totalBytes(file), 0);
  const pays = files.length >= MIN_FILES || bytes >= MIN_BYTES;
  const here: Here = { settings, host, diagnoser: await diagnoserFor(settings, host) };
  try {
    if (settings.models !== null && inputs.length > 1) {
      const all = (result: InputResult) => collected(diagnoseHere(result, here));
      for await (const outcomes of mapAhead(inputs, here.diagnoser.atOnce, all)) yield* outcomes;
    } else if (settings.models === null && host.workerUrl !== null && threads > 1 && pays) {
      yield* diagnoseInThreads(inputs, here, { url: host.workerUrl, threads });
    } else {
      for (const result of inputs) yield* diagnoseHere(result, here);
    }
  } finally {
    await here.diagnoser.close();
  }
}

async function collected<T>(all: AsyncIterable<T>): Promise<readonly T[]> {
  const found: T[] = [];
  for await (const one of all) found.push(one);
  return found;
}

async function diagnoserFor({ checks, models }: DiagnoseAllOptions, host: Host): Promise<Diagnoser> {
  if (models === null) return createDiagnoser(checks);
  const { createModelDiagnoser } = await import('./model-diagnoser.ts');
  return createModelDiagnoser(checks, models.opened, models.config, host);
}

/** What diagnosing in this thread takes. */
interface Here {
  readonly settings: DiagnoseAllOptions;
  readonly host: Host;
  readonly diagnoser: Diagnoser;
}

/** What has no size is a pipe, or empty: neither is work for a thread. */
const fitsWorker = (input: Input): boolean =>
  input.path !== null && input.sizeBytes > 0 && totalBytes(input) <= MAX_WORKER_BYTES;

async function* diagnoseHere(
  result: InputResult,
  { settings: { options, pack, onBytes }, host, diagnoser }: Here,
): AsyncGenerator<PackedOutcome, void, undefined> {
  if ('error' in result) {
    yield { kind: 'error', error: asReadError(result.error, result.uri) };
    return;
  }
  const { input } = result;
  const outcomes = diagnoseInput(input.uri, readInput(input, host.stdin, onBytes), options, host.now, diagnoser);
  for await (const outcome of outcomes) yield packOutcome(outcome, pack);
}

async function* diagnoseInThreads(
  inputs: readonly InputResult[],
  here: Here,
  { url, threads }: { readonly url: URL; readonly threads: number },
): AsyncGenerator<PackedOutcome, void, undefined> {
  const { Tinypool } = await import('tinypool');
  const { settings } = here;
  const pool = new Tinypool({
    filename: url.href,
    minThreads: threads,
    maxThreads: threads,
    // Given once to each thread: with every file it would be copied every time.
    workerData: settings.checks,
    // Sandboxes are started by the threads, and ended by them.
    ...(settings.checks === null ? {} : { teardown: 'close' }),
  });
  const running = new Map<number, Promise<readonly PackedOutcome[]>>();
  let started = 0;
  const start = (index: number): void => {
    const result = inputs[index];
    if (result === undefined || !('input' in result) || !fitsWorker(result.input)) return;
    const { uri } = result.input;
    const name = ownString(settings.pack.fileNames, uri);
    // Each thread is told the name of its file alone: all of them, for each file, would be very many.
    const pack = { ...settings.pack, fileNames: name === null ? {} : { [uri]: name } };
    const task: WorkerTask = { input: result.input, options: settings.options, pack };
    const outcomes: Promise<readonly PackedOutcome[]> = pool.run(task);
    // A thread that dies takes its file with it, and nothing else.
    const caught = outcomes.catch((error: unknown) => [
      { kind: 'error', error: asReadError(error, task.input.uri) } as const,
    ]);
    running.set(index, caught);
  };
  try {
    for (const [index, result] of inputs.entries()) {
      for (; started < inputs.length && started <= index + threads * AHEAD; started++) start(started);
      const outcomes = running.get(index);
      running.delete(index);
      if (outcomes === undefined) {
        yield* diagnoseHere(result, here);
      } else {
        yield* await outcomes;
        if ('input' in result) settings.onBytes(totalBytes(result.input));
      }
    }
  } finally {
    await pool.destroy();
  }
}
