export const medianOf = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
};

/** Collects garbage left by what ran before, where Node was started with --expose-gc, so that it is not measured. */
export const tidy = (): void => globalThis.gc?.();

/**
 * Milliseconds of processor time this process has used, user and system. Unlike time on the clock it does not grow
 * when other programs share the machine.
 */
export function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Milliseconds of processor time that something takes, each of `rounds` times, after `warmUp` unmeasured ones. */
export function timesOf(rounds: number, warmUp: number, work: () => void): number[] {
  for (let round = 0; round < warmUp; round++) work();
  // Once, not each round: a collection also throws compiled code away, and its threads would be counted.
  tidy();
  return Array.from({ length: rounds }, () => {
    const start = processorMs();
    work();
    return processorMs() - start;
  });
}
