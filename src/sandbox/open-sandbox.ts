import type { Sandbox, SandboxLanguage, SandboxLimits } from '../contracts/sandbox.ts';
import { JAVASCRIPT_HARNESS } from './javascript/harness.ts';
import { startJavascript } from './javascript/start-javascript.ts';
import { PYTHON_HARNESS } from './python/harness.ts';
import { createPythonStarter } from './python/start-python.ts';
import { type RunnerOptions, SandboxRunner } from './sandbox-runner.ts';

export const DEFAULT_LIMITS: Readonly<Record<SandboxLanguage, SandboxLimits>> = {
  javascript: { timeoutMs: 1000, memoryMb: 96, maxResultChars: 20_000, maxOutputChars: 4_000, maxStops: 2 },
  python: { timeoutMs: 2000, memoryMb: 256, maxResultChars: 20_000, maxOutputChars: 4_000, maxStops: 2 },
};

export interface SandboxOptions {
  readonly language: SandboxLanguage;
  readonly limits?: Partial<SandboxLimits>;
  /** Where a started Python interpreter is kept for the next run, some 30 MB; left out = for this one only. */
  readonly cacheFolder?: string | null;
  /** False = Python without a network namespace, as where the system gives none. Left out = with one where it does. */
  readonly useNetworkNamespace?: boolean;
}

type LanguageRunner = (options: SandboxOptions) => Omit<RunnerOptions, 'limits'>;

const LANGUAGES = {
  javascript: () => ({
    harness: JAVASCRIPT_HARNESS,
    start: startJavascript,
    startTimeoutMs: 30_000,
    returnAdvice: 'return true (it holds), false (it does not), or { holds, message, evidence: [{ position, quote }] }',
  }),
  python: ({ cacheFolder = null, useNetworkNamespace = true }) => ({
    harness: PYTHON_HARNESS,
    ...createPythonStarter({ cacheFolder, useNetworkNamespace }),
    startTimeoutMs: 60_000,
    returnAdvice:
      'return True (it holds), False (it does not), or {"holds": …, "message": …, "evidence": [{"position": …, "quote": …}]}',
  }),
} as const satisfies Record<SandboxLanguage, LanguageRunner>;

/** A sandbox for checks of one language. Its interpreter starts with the first call. */
export function openSandbox(options: SandboxOptions): Sandbox {
  const limits = { ...DEFAULT_LIMITS[options.language], ...options.limits };
  return new SandboxRunner({ limits, ...LANGUAGES[options.language](options) });
}
