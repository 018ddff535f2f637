import type { NotRead } from '../../reports/index.ts';

/** Counts what could not be read: a file counts as one where nothing of it could be. */
export function createNotRead() {
  const read = new Set<string | null>();
  const failures = new Map<string, number>();
  return {
    read: (uri: string | null): void => void read.add(uri),
    failed: (uri: string): void => void failures.set(uri, (failures.get(uri) ?? 0) + 1),
    count: (): NotRead => {
      let [files, trajectories] = [0, 0];
      for (const [uri, times] of failures) {
        if (read.has(uri)) trajectories += times;
        else files++;
      }
      return { files, trajectories };
    },
  };
}
