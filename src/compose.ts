import type { Sandbox, SandboxLanguage } from './contracts/sandbox.ts';
import type { SandboxOptions } from './sandbox/open-sandbox.ts';

/** A sandbox for checks of one language. What it is made of is loaded with the first one that is asked for. */
export async function createSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { openSandbox } = await import('./sandbox/open-sandbox.ts');
  return openSandbox(options);
}

/** Sandboxes by language, each opened when it is first asked for. */
export interface Sandboxes {
  readonly get: (language: SandboxLanguage) => Promise<Sandbox>;
  /** Ends those that were opened. */
  close(): Promise<void>;
}

export function createSandboxes(options: Omit<SandboxOptions, 'language'> = {}): Sandboxes {
  const opened = new Map<SandboxLanguage, Promise<Sandbox>>();
  return {
    get: (language) => {
      const sandbox = opened.get(language) ?? createSandbox({ ...options, language });
      opened.set(language, sandbox);
      return sandbox;
    },
    close: async () => {
      for (const sandbox of opened.values()) await (await sandbox).close();
      opened.clear();
    },
  };
}
