import type { JsonValue } from '../base/json.ts';
import { err, ok, type Result } from '../base/result.ts';
import type {
  CheckSource,
  Sandbox,
  SandboxCall,
  SandboxErrorReason,
  SandboxLimits,
  SandboxResult,
} from '../contracts/sandbox.ts';
import { Inbox, UNEXPECTED } from './inbox.ts';
import type { Engine, EngineAnswer, EngineCall, EngineFailure, StartEngine } from './protocol.ts';
import { readVerdict } from './read-verdict.ts';

/** What a call may take beyond its limit before its interpreter is ended: the interpreter may still stop it itself. */
const GRACE_MS = 250;
/** Calls in one message: what is lost to nobody when it has to be sent again. */
const BATCH = 512;
/** Starts that fail in a row before the rest of the calls is given up. */
const MAX_FAILED_STARTS = 2;

export interface RunnerOptions {
  readonly limits: SandboxLimits;
  readonly harness: string;
  readonly start: StartEngine;
  /** How long starting and loading may take. */
  readonly startTimeoutMs: number;
  /** Called once nothing will be started any more. */
  readonly dispose?: () => void;
  /** What to return from a check, in its language. */
  readonly returnAdvice: string;
}

interface RunState {
  readonly checks: readonly CheckSource[];
  readonly text: string;
  /** How often each check had to be stopped on these data. */
  readonly stops: Map<string, number>;
}

interface LiveEngine {
  readonly engine: Engine;
  readonly inbox: Inbox;
  definedAs: readonly CheckSource[] | null;
  loadedText: string | null;
}

/**
 * Calls checks in an interpreter that may hang, lie or die: it is watched from outside, replaced when it has to be ended,
 * and what was already answered is kept.
 */
export class SandboxRunner implements Sandbox {
  readonly #options: RunnerOptions;
  /** What the next run is given. */
  #checks: readonly CheckSource[] = [];
  #text = 'null';
  #stops = new Map<string, number>();
  /** What the run under way was given: checks and data may be set anew while it waits its turn. */
  #current: RunState = { checks: this.#checks, text: this.#text, stops: this.#stops };
  #live: LiveEngine | null = null;
  #queue: Promise<unknown> = Promise.resolve();
  /** Counts how often it was closed: what was begun before the last time is not gone on with. */
  #epoch = 0;

  constructor(options: RunnerOptions) {
    this.#options = options;
  }

  define(checks: readonly CheckSource[]): void {
    this.#checks = checks;
  }

  load(data: JsonValue): void {
    this.#text = JSON.stringify(data);
    this.#stops = new Map();
  }

  run(
    calls: readonly SandboxCall[],
    options: { readonly signal?: AbortSignal } = {},
  ): Promise<readonly SandboxResult[]> {
    const epoch = this.#epoch;
    const state = { checks: this.#checks, text: this.#text, stops: this.#stops };
    const done = this.#queue.then(() => {
      this.#current = state;
      return this.#run(calls, epoch, options.signal);
    });
    this.#queue = done.catch(() => null);
    return done;
  }

  async close(): Promise<void> {
    this.#epoch++;
    const live = this.#live;
    this.#live = null;
    live?.inbox.end(CLOSED);
    await live?.engine.kill();
    // A run that is under way may be starting an interpreter: it ends that itself.
    await this.#queue;
    this.#options.dispose?.();
  }

  async #run(
    calls: readonly SandboxCall[],
    epoch: number,
    signal: AbortSignal | undefined,
  ): Promise<readonly SandboxResult[]> {
    const results: (SandboxResult | undefined)[] = calls.map(() => undefined);
    // Calls of one check stand together: some interpreters are set back between checks only.
    const order = new Map([...new Set(calls.map((call) => call.checkId))].map((id, index) => [id, index]));
    const rank = (call: EngineCall): number => order.get(call.checkId) ?? 0;
    const sorted = calls.map((call, index) => ({ ...call, index })).sort((a, b) => rank(a) - rank(b));
    const abort = (): void => this.#live?.inbox.end({ reason: 'crashed', message: 'aborted', line: null });
    signal?.addEventListener('abort', abort);
    try {
      let next = 0;
      while (next < sorted.length) {
        signal?.throwIfAborted();
        const call = sorted[next];
        if (call === undefined) break;
        if ((this.#current.stops.get(call.checkId) ?? 0) >= this.#options.limits.maxStops) {
          results[call.index] = this.#skipped(call);
          next++;
          continue;
        }
        const ready = this.#epoch === epoch ? await this.#ready(epoch) : err(CLOSED);
        if (!ready.ok) {
          for (const { index } of sorted.slice(next)) results[index] = failed(ready.error, '', 0);
          break;
        }
        next += await this.#runBatch(ready.value, sorted.slice(next, next + BATCH), results);
      }
      signal?.throwIfAborted();
    } finally {
      signal?.removeEventListener('abort', abort);
    }
    return results.map((result) => result ?? failed({ reason: 'crashed', message: 'no answer', line: null }, '', 0));
  }

  #skipped({ checkId }: EngineCall): SandboxResult {
    const stops = this.#current.stops.get(checkId);
    return failed(
      { reason: 'timeout', message: `not run: it had to be stopped ${stops} times before`, line: null },
      '',
      0,
    );
  }

  /** Sends calls and takes their answers; returns how many are answered, at least one. */
  async #runBatch(
    live: LiveEngine,
    batch: readonly EngineCall[],
    results: (SandboxResult | undefined)[],
  ): Promise<number> {
    const { limits } = this.#options;
    live.engine.send({ kind: 'run', calls: batch });
    let answered = 0;
    for (;;) {
      const call = batch[answered];
      const start = performance.now();
      const received = await live.inbox.take(limits.timeoutMs + GRACE_MS);
      if (received.ok && received.value.kind === 'idle' && answered > 0) return answered;
      const elapsedMs = performance.now() - start;
      if (
        received.ok &&
        received.value.kind === 'result' &&
        call !== undefined &&
        received.value.index === call.index
      ) {
        const { answer, output, elapsedMs: took } = received.value;
        results[call.index] = this.#resultOf(answer, output.slice(0, limits.maxOutputChars), took);
        answered++;
        if ('reason' in answer) this.#countStop(call, answer.reason);
        if (!('reason' in answer) || answer.reason !== 'crashed') continue;
        await this.#discard(live);
        return answered;
      }
      // It hangs, it died, or it says what was not asked: it is not to be used again.
      await this.#discard(live);
      if (call === undefined) return answered;
      const failure = received.ok ? UNEXPECTED : (received.error ?? this.#stopped());
      results[call.index] = failed(failure, '', elapsedMs);
      this.#countStop(call, failure.reason);
      return answered + 1;
    }
  }

  #countStop({ checkId }: EngineCall, reason: SandboxErrorReason): void {
    if (reason !== 'timeout' && reason !== 'memory' && reason !== 'crashed') return;
    this.#current.stops.set(checkId, (this.#current.stops.get(checkId) ?? 0) + 1);
  }

  #stopped(): EngineFailure {
    return { reason: 'timeout', message: `stopped after ${this.#options.limits.timeoutMs} ms`, line: null };
  }

  #resultOf(answer: EngineAnswer, output: string, elapsedMs: number): SandboxResult {
    const { limits, returnAdvice } = this.#options;
    if ('reason' in answer) {
      const advice = answer.reason === 'bad-return' ? `: ${returnAdvice}` : '';
      return failed({ ...answer, message: `${answer.message}${advice}` }, output, elapsedMs);
    }
    const wrong = (message: string): SandboxResult =>
      failed({ reason: 'bad-return', message: `${message}: ${returnAdvice}`, line: null }, output, elapsedMs);
    if (answer.json.length > limits.maxResultChars) return wrong(`the answer is ${answer.json.length} characters`);
    let value: unknown;
    try {
      value = JSON.parse(answer.json);
    } catch {
      return wrong('the answer is not JSON');
    }
    const verdict = readVerdict(value);
    return verdict.ok ? { kind: 'value', value: verdict.value, output, elapsedMs } : wrong(verdict.error);
  }

  /** An interpreter that has the checks and the data. */
  async #ready(epoch: number): Promise<Result<LiveEngine, SandboxFailure>> {
    let reason: SandboxFailure = { reason: 'unavailable', message: 'the interpreter did not start', line: null };
    for (let attempt = 0; attempt < MAX_FAILED_STARTS; attempt++) {
      let live = this.#live;
      if (live === null) {
        const started = await this.#start(epoch);
        if (!started.ok) {
          reason = started.error;
          if (reason.reason !== 'crashed' || this.#epoch !== epoch) break;
          continue;
        }
        live = started.value;
      }
      const failure = await this.#prepare(live);
      if (failure === null) return ok(live);
      await this.#discard(live);
      reason = { ...failure, message: `the data could not be loaded: ${failure.message}` };
      // The same data would not fit the next one either.
      if (failure.reason !== 'crashed') break;
    }
    return err(reason);
  }

  async #start(epoch: number): Promise<Result<LiveEngine, SandboxFailure>> {
    const { limits, harness, start, startTimeoutMs } = this.#options;
    const inbox = new Inbox();
    let engine: Engine;
    try {
      engine = await start(
        { limits, harness },
        { onReply: (reply) => inbox.put(reply), onDeath: (failure) => inbox.end(failure) },
      );
    } catch (error) {
      return err({
        reason: 'unavailable',
        message: error instanceof Error ? error.message : String(error),
        line: null,
      });
    }
    const first = await inbox.take(startTimeoutMs);
    if (this.#epoch !== epoch) {
      await engine.kill();
      return err(CLOSED);
    }
    if (first.ok && first.value.kind === 'ready') {
      this.#live = { engine, inbox, definedAs: null, loadedText: null };
      return ok(this.#live);
    }
    await engine.kill();
    const why = first.ok ? UNEXPECTED.message : (first.error?.message ?? `no sign of life in ${startTimeoutMs} ms`);
    return err({ reason: 'crashed', message: `the interpreter did not start: ${why}`, line: null });
  }

  async #prepare(live: LiveEngine): Promise<EngineFailure | null> {
    if (live.definedAs !== this.#current.checks) live.engine.send({ kind: 'define', checks: this.#current.checks });
    live.definedAs = this.#current.checks;
    if (live.loadedText === this.#current.text) return null;
    live.engine.send({ kind: 'load', text: this.#current.text });
    const reply = await live.inbox.take(this.#options.startTimeoutMs);
    if (!reply.ok) return reply.error ?? this.#stopped();
    if (reply.value.kind !== 'loaded') return UNEXPECTED;
    if (reply.value.failure === null) live.loadedText = this.#current.text;
    return reply.value.failure;
  }

  async #discard(live: LiveEngine): Promise<void> {
    if (this.#live === live) this.#live = null;
    await live.engine.kill();
  }
}

interface SandboxFailure extends Omit<EngineFailure, 'reason'> {
  readonly reason: SandboxErrorReason;
}

const CLOSED: EngineFailure = { reason: 'crashed', message: 'the sandbox was closed', line: null };

const failed = (failure: SandboxFailure, output: string, elapsedMs: number): SandboxResult => ({
  kind: 'error',
  ...failure,
  output,
  elapsedMs,
});
