export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** 97.5 % point of the standard normal distribution: both ends of a 95 % interval. */
const Z = 1.959964;

/** The 95 % interval of a share (Wilson's score interval), 0 to 1; all of it where there is nothing to share. */
export function wilson(hits: number, of: number): Interval {
  if (of === 0) return { low: 0, high: 1 };
  const share = hits / of;
  const spread = Z ** 2 / of;
  const middle = share + spread / 2;
  const half = Z * Math.sqrt((share * (1 - share)) / of + spread / (4 * of));
  return {
    low: hits === 0 ? 0 : (middle - half) / (1 + spread),
    high: hits === of ? 1 : (middle + half) / (1 + spread),
  };
}
