import type { Sandbox, SandboxLanguage, SandboxLimits } from '../contracts/sandbox.ts';
import { JAVASCRIPT_HARNESS } from './javascript/harness.ts';
import { startJavascript } from './javascript/start-javascript.ts';
import { pythonHarness } from './python/harness.ts';
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
  readonly cacheFolder?: string;
}

type LanguageOptions = Omit<RunnerOptions, 'limits'>;

const LANGUAGES = {
  javascript: (): LanguageOptions => ({
    harness: JAVASCRIPT_HARNESS,
    start: startJavascript,
    startTimeoutMs: 30_000,
    returnAdvice: 'return true (it holds), false (it does not), or { holds, message, evidence: [{ position, quote }] }',
  }),
  python: (limits: SandboxLimits, cacheFolder: string | null): LanguageOptions => ({
    harness: pythonHarness(limits),
    ...createPythonStarter({ cacheFolder }),
    startTimeoutMs: 60_000,
    returnAdvice:
      'return True (it holds), False (it does not), or {"holds": …, "message": …, "evidence": [{"position": …, "quote": …}]}',
  }),
} as const satisfies Record<SandboxLanguage, (limits: SandboxLimits, cacheFolder: string | null) => LanguageOptions>;

/** A sandbox for checks of one language. Its interpreter starts with the first call. */
export function openSandbox({ language, limits: given = {}, cacheFolder }: SandboxOptions): Sandbox {
  const limits = { ...DEFAULT_LIMITS[language], ...given };
  return new SandboxRunner({ limits, ...LANGUAGES[language](limits, cacheFolder ?? null) });
}
