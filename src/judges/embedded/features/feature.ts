/** Named numbers of one step, most of them 0 or 1. Absent = 0. */
export type FeatureRow = Map<string, number>;

/** Sets a feature where it is not zero. */
export function put(row: FeatureRow, name: string, value: number | boolean): void {
  const number = Number(value);
  if (number !== 0 && Number.isFinite(number)) row.set(name, number);
}

/** Counts grow slowly: the tenth of a kind says little more than the fifth. */
export const grown = (count: number): number => Math.log1p(Math.max(0, count));
