import { readdirSync, readFileSync } from 'node:fs';

const EVERY_MS = 10;

/**
 * Watches the most memory that this process holds above what it holds now (`own`), or that a child of it holds, until it
 * is stopped; in MB. Null for children where the system does not tell (only Linux does).
 */
export function watchMemory(own: boolean): { readonly stop: () => number | null } {
  const before = process.memoryUsage.rss();
  let peak: number | null = own ? 0 : null;
  const look = (): void => {
    const now = own ? (process.memoryUsage.rss() - before) / 2 ** 20 : childPeakMb();
    if (now !== null) peak = Math.max(peak ?? 0, now);
  };
  const timer = setInterval(look, EVERY_MS);
  return {
    stop: () => {
      clearInterval(timer);
      look();
      return peak;
    },
  };
}

/** The highest resident size that any living child of this process has reached. */
function childPeakMb(): number | null {
  const peaks = childrenOf(process.pid).map((pid) => {
    const status = tryRead(`/proc/${pid}/status`);
    return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024;
  });
  return peaks.length === 0 ? null : Math.max(...peaks);
}

function childrenOf(pid: number): readonly string[] {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    return threads.flatMap((thread) => tryRead(`/proc/${pid}/task/${thread}/children`).split(' ')).filter(Boolean);
  } catch {
    return [];
  }
}

function tryRead(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
