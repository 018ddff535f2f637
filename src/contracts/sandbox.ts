import { z } from 'zod';
import type { JsonValue } from '../base/json.ts';

/** What a check says of one place: what it must return, once read. Bare `true` and `false` are short for `{ holds }`. */
export const checkVerdictSchema = z.object({
  holds: z.boolean().nullable().meta({ description: 'False = violated; null = the check could not tell' }),
  message: z.string().nullable().meta({ description: 'Why, in the words of the check; null where it gives none' }),
  evidence: z
    .array(
      z.object({
        position: z.number().int().min(0).meta({ description: 'Position of the step, from 0' }),
        quote: z.string().nullable().meta({ description: 'Words of that step; not yet looked up there' }),
      }),
    )
    .meta({ description: 'Where it shows' }),
  step: z.number().int().min(0).nullable().meta({
    description: 'Position of the step to blame; null = the step that was checked, or the first that `evidence` names',
  }),
  recovered: z.number().int().min(0).nullable().meta({
    description: 'Position of the later step that made it good; null = none',
  }),
});

export type CheckVerdict = z.infer<typeof checkVerdictSchema>;

export type SandboxLanguage = 'javascript' | 'python';

/** Bounds on one call of a check. What goes over one ends that call with an error; the calls after it go on. */
export interface SandboxLimits {
  /** Milliseconds of wall time. */
  readonly timeoutMs: number;
  /** Megabytes (2^20 bytes) for the interpreter, the data and what the check makes of them. */
  readonly memoryMb: number;
  /** Longest answer of a check, in characters of JSON. */
  readonly maxResultChars: number;
  /** What is kept of what a check prints, in characters. */
  readonly maxOutputChars: number;
  /** A check that had to be stopped this often on one set of data is not run on it again. */
  readonly maxStops: number;
}

/** The source of one check. What it must look like is said in docs/reference/checks.md. */
export interface CheckSource {
  readonly id: string;
  readonly source: string;
  /** The function to call where the source declares several; null = the last expression, or the one called `check`. */
  readonly functionName: string | null;
}

export interface SandboxCall {
  readonly checkId: string;
  /** Position of the step to check, from 0; null for a check of the whole trajectory. */
  readonly position: number | null;
}

/**
 * Why a call has no verdict. `compile`: not a program, or no function in it; `crashed`: it took the interpreter with
 * it; `unavailable`: the interpreter cannot be started here.
 */
export type SandboxErrorReason =
  | 'timeout'
  | 'memory'
  | 'exception'
  | 'bad-return'
  | 'compile'
  | 'crashed'
  | 'unavailable';

interface SandboxResultBase {
  /** What the check printed, cut to `maxOutputChars`. */
  readonly output: string;
  readonly elapsedMs: number;
}

export type SandboxResult =
  | (SandboxResultBase & { readonly kind: 'value'; readonly value: CheckVerdict })
  | (SandboxResultBase & {
      readonly kind: 'error';
      readonly reason: SandboxErrorReason;
      readonly message: string;
      /** Line of the check's source, from 1; null where there is none to name. */
      readonly line: number | null;
    });

/**
 * Runs checks that are not trusted. They reach nothing of the host, cannot see one another, and find the data in each
 * call as it was loaded.
 */
export interface Sandbox {
  /** Sets the checks that can be called. A source that does not compile is reported by the calls of it. */
  define(checks: readonly CheckSource[]): void;
  /** Sets what checks are given as the trajectory. */
  load(data: JsonValue): void;
  /**
   * Calls checks; the results stand in the order of the calls, and no failure of a check rejects.
   * @throws what `signal` was aborted with
   */
  run(calls: readonly SandboxCall[], options?: { readonly signal?: AbortSignal }): Promise<readonly SandboxResult[]>;
  /** Ends the interpreter. A call after it starts a new one. */
  close(): Promise<void>;
}
