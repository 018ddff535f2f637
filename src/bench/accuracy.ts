/** What a method said of one run, beside the label. Positions are 0-based. */
export interface Scored {
  readonly dataset: string;
  readonly truth: number;
  readonly ranked: readonly number[];
  readonly category: string | null;
  readonly trueCategory: string | null;
}

export interface Accuracy {
  readonly runs: number;
  /** Runs for which the method named no step: in the denominator, and counted apart. */
  readonly unanswered: number;
  readonly exact: number;
  readonly within1: number;
  readonly within3: number;
  readonly within5: number;
  readonly top3: number;
  /** Over the runs whose label has a category; null where none has. */
  readonly category: number | null;
}

/** Shares from 0 to 1 over all runs, unanswered ones included. */
export function accuracyOf(scored: readonly Scored[]): Accuracy {
  const share = (hit: (one: Scored) => boolean, of: readonly Scored[] = scored) =>
    of.length === 0 ? 0 : of.filter(hit).length / of.length;
  const within = (distance: number) =>
    share(({ ranked, truth }) => ranked[0] !== undefined && Math.abs(ranked[0] - truth) <= distance);
  const labelled = scored.filter((one) => one.trueCategory !== null);
  return {
    runs: scored.length,
    unanswered: scored.filter((one) => one.ranked.length === 0).length,
    exact: within(0),
    within1: within(1),
    within3: within(3),
    within5: within(5),
    top3: share(({ ranked, truth }) => ranked.slice(0, 3).includes(truth)),
    category: labelled.length === 0 ? null : share((one) => one.category === one.trueCategory, labelled),
  };
}
