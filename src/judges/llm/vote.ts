import type { Opinion } from '../../contracts/opinion.ts';
import { settle, tallyOpinions, UNSTATED } from './tally.ts';

/** How alike the readings of one judge by one model are. */
export interface Stability {
  readonly judge: string;
  readonly modelId: string;
  readonly asked: number;
  readonly answered: number;
  /** Share of the answers that name the step which most of them name; null where nobody answered. */
  readonly sameStep: number | null;
  /** Share of the pairs of answers that name the same step; null with fewer than two answers. */
  readonly samePairs: number | null;
}

export interface Vote {
  /** The step that most opinions name as critical; null where none does, or where most name none. */
  readonly critical: number | null;
  /** Of the opinions that name the winning step. */
  readonly category: Opinion['category'];
  readonly mode: Opinion['mode'];
  readonly agent: string | null;
  readonly firstMistake: number | null;
  readonly decisive: number | null;
  /** Share of the opinions with an answer that name the winning step; null without an answer. */
  readonly agreement: number | null;
  readonly answered: number;
  readonly asked: number;
  readonly stability: readonly Stability[];
}

/** What several opinions come to: the majority on each question; between equals the surer ones, then the earlier step. */
export function voteOf(opinions: readonly Opinion[]): Vote {
  const answered = opinions.filter(({ failure }) => failure === null);
  const best = tallyOpinions(opinions)[0];
  const none = answered.filter(({ critical }) => critical === null).length;
  const critical = best !== undefined && best.votes > 0 && best.votes >= none ? best.position : null;
  const winners = critical === null ? [] : answered.filter((one) => one.critical === critical);
  const voters = winners.length > 0 ? winners : answered;
  return {
    critical,
    category: critical === null ? null : majority(voters, ({ category }) => category),
    mode: critical === null ? null : majority(voters, ({ mode }) => mode),
    agent: critical === null ? null : majority(voters, ({ agent }) => agent),
    firstMistake: majority(answered, ({ firstMistake }) => firstMistake),
    decisive: majority(answered, ({ decisive }) => decisive),
    agreement: answered.length === 0 ? null : (critical === null ? none : winners.length) / answered.length,
    answered: answered.length,
    asked: opinions.length,
    stability: stabilityOf(opinions),
  };
}

/** What most opinions say, those that say nothing not counted; between equals the surer, then the lower or first. */
function majority<T extends string | number>(
  opinions: readonly Opinion[],
  of: (opinion: Opinion) => T | null,
): T | null {
  const counts = new Map<T, { votes: number; sure: number }>();
  for (const opinion of opinions) {
    const said = of(opinion);
    if (said === null) continue;
    const count = counts.get(said) ?? { votes: 0, sure: 0 };
    counts.set(said, { votes: count.votes + 1, sure: settle(count.sure + (opinion.confidence ?? UNSTATED)) });
  }
  const ranked = [...counts].sort(
    ([a, one], [b, other]) =>
      other.votes - one.votes || other.sure - one.sure || (typeof a === 'number' && typeof b === 'number' ? a - b : 0),
  );
  return ranked[0]?.[0] ?? null;
}

function stabilityOf(opinions: readonly Opinion[]): readonly Stability[] {
  const groups = new Map<string, Opinion[]>();
  for (const opinion of opinions) {
    const key = JSON.stringify([opinion.judge, opinion.modelId]);
    groups.set(key, [...(groups.get(key) ?? []), opinion]);
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const steps = group.filter(({ failure }) => failure === null).map(({ critical }) => critical);
    const counts = new Map<number | null, number>();
    for (const step of steps) counts.set(step, (counts.get(step) ?? 0) + 1);
    const all = [...counts.values()];
    const pairs = (count: number) => (count * (count - 1)) / 2;
    return [
      {
        judge: first.judge,
        modelId: first.modelId,
        asked: group.length,
        answered: steps.length,
        sameStep: steps.length === 0 ? null : all.reduce((most, one) => Math.max(most, one), 0) / steps.length,
        samePairs: steps.length < 2 ? null : all.reduce((sum, one) => sum + pairs(one), 0) / pairs(steps.length),
      },
    ];
  });
}
