import type { Opinion } from '../../contracts/opinion.ts';

/** One thing that an opinion says for a step. */
export interface Say {
  readonly opinion: Opinion;
  readonly as: 'critical' | 'decisive' | 'firstMistake' | 'alternative';
  readonly points: number;
}

export interface StepTally {
  readonly position: number;
  /** Opinions that name the step as critical. */
  readonly votes: number;
  /** Sum of the points of what is said for it. */
  readonly score: number;
  readonly said: readonly Say[];
}

/** A sum without the last digits, which depend on the order in which it was made. */
export const settle = (sum: number): number => Math.round(sum * 1e9) / 1e9;

/** Where a model states no confidence: neither sure nor unsure. */
export const UNSTATED = 0.5;

/**
 * What opinions say for each step, best first: votes decide, between equal votes how sure the voters are, then whether
 * others name the step in another role or as an alternative, then the earlier step. All that is not a vote adds up to less
 * than one vote, however many opinions there are.
 */
export function tallyOpinions(opinions: readonly Opinion[]): readonly StepTally[] {
  const answered = opinions.filter(({ failure }) => failure === null);
  const said = new Map<number, Say[]>();
  const add = (position: number | null, say: Say) => {
    if (position === null) return;
    const there = said.get(position);
    if (there === undefined) said.set(position, [say]);
    else there.push(say);
  };
  const small = 1 / (answered.length + 1);
  for (const opinion of answered) {
    const sure = opinion.confidence ?? UNSTATED;
    add(opinion.critical, { opinion, as: 'critical', points: 1 + 0.5 * sure * small });
    add(opinion.decisive, { opinion, as: 'decisive', points: 0.15 * small });
    add(opinion.firstMistake, { opinion, as: 'firstMistake', points: 0.1 * small });
    opinion.alternatives.forEach(({ position }, rank) => {
      if (position !== opinion.critical)
        add(position, { opinion, as: 'alternative', points: (0.2 * small) / (rank + 1) });
    });
  }
  return [...said]
    .map(
      ([position, says]): StepTally => ({
        position,
        votes: says.filter(({ as }) => as === 'critical').length,
        score: settle(says.reduce((sum, { points }) => sum + points, 0)),
        said: says,
      }),
    )
    .sort((a, b) => b.score - a.score || a.position - b.position);
}
