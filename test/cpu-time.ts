/** Processor time in milliseconds that a piece of work takes: unlike the wall clock, it does not count other programs. */
export function cpuMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
