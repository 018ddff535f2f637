import { homedir } from 'node:os';
import { join } from 'node:path';
import { createSandbox } from '../../compose.ts';
import type { Sandbox, SandboxLanguage } from '../../contracts/sandbox.ts';

/** The sandboxes of a process or thread: one a language, started when it is first asked for. */
export interface Sandboxes {
  get(language: SandboxLanguage): Promise<Sandbox>;
  close(): Promise<void>;
}

/** `cacheFolder`: where a started Python is kept for the next run; null = nowhere. */
export function createSandboxes(cacheFolder: string | null): Sandboxes {
  const open = new Map<SandboxLanguage, Promise<Sandbox>>();
  return {
    get: (language) => {
      const known = open.get(language) ?? createSandbox({ language, cacheFolder });
      open.set(language, known);
      return known;
    },
    close: async () => {
      for (const sandbox of open.values()) await (await sandbox).close();
      open.clear();
    },
  };
}

/** The folder for what can be made anew, as the system has it. */
export function cacheFolderOf(env: Readonly<Record<string, string | undefined>>): string | null {
  if (env.XDG_CACHE_HOME !== undefined && env.XDG_CACHE_HOME !== '') return join(env.XDG_CACHE_HOME, 'culprit');
  return env.HOME === undefined || env.HOME === '' ? null : join(homedir(), '.cache', 'culprit');
}
