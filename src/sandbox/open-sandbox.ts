import type { Sandbox, SandboxLanguage, SandboxLimits } from '../contracts/sandbox.ts';
import { JAVASCRIPT_HARNESS } from './javascript/harness.ts';
import { startJavascript } from './javascript/start-javascript.ts';
import { SandboxRunner } from './sandbox-runner.ts';

export const DEFAULT_LIMITS: Readonly<Record<SandboxLanguage, SandboxLimits>> = {
  javascript: { timeoutMs: 1000, memoryMb: 96, maxResultChars: 20_000, maxOutputChars: 4_000, maxStops: 2 },
  python: { timeoutMs: 2000, memoryMb: 256, maxResultChars: 20_000, maxOutputChars: 4_000, maxStops: 2 },
};

export interface SandboxOptions {
  readonly language: SandboxLanguage;
  readonly limits?: Partial<SandboxLimits>;
}

/** A sandbox for checks of one language. Its interpreter starts with the first call. */
export function openSandbox({ language, limits = {} }: SandboxOptions): Sandbox {
  const bounds = { ...DEFAULT_LIMITS[language], ...limits };
  return new SandboxRunner({
    limits: bounds,
    harness: JAVASCRIPT_HARNESS,
    start: startJavascript,
    startTimeoutMs: 30_000,
    returnAdvice: 'return true (it holds), false (it does not), or { holds, message, evidence: [{ position, quote }] }',
  });
}
