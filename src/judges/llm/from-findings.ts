import type { ModelAnswer } from '../../contracts/model.ts';
import type { Opinion } from '../../contracts/opinion.ts';
import type { StepNumbers } from '../../prompting/number-steps.ts';
import type { TrajectoryIndex } from '../../trajectory/index-trajectory.ts';
import type { FindingAnswer } from './finding-answer.ts';
import { opinionOf } from './opinion-of.ts';

/** A finding of which code has worked out what it is worth. */
export interface WeighedFinding {
  readonly position: number;
  readonly finding: FindingAnswer;
}

export interface Weighed {
  /** Findings that may be the critical step, best first; the first one is. */
  readonly ranked: readonly WeighedFinding[];
  /** Positions that are wrong in themselves, whatever came of them. */
  readonly wrong: readonly number[];
  readonly decisive: number | null;
}

/** An opinion of which the model gave the parts and code the conclusion. */
export function opinionFrom(
  empty: Opinion,
  { ranked, wrong, decisive }: Weighed,
  answer: Pick<ModelAnswer, 'model'>,
  index: TrajectoryIndex,
  numbers: StepNumbers,
): Opinion {
  const [best, ...others] = ranked;
  const first = wrong.reduce<number | null>((least, one) => (least === null || one < least ? one : least), null);
  const numberOf = (position: number | null) => (position === null ? null : numbers.numberOf(position));
  return opinionOf(
    empty,
    {
      rationale: best?.finding.why ?? '',
      firstMistake: numberOf(first),
      critical: numberOf(best?.position ?? null),
      decisive: numberOf(decisive ?? best?.position ?? null),
      agent: best === undefined ? null : (index.trajectory.steps[best.position]?.agent ?? null),
      category: best?.finding.category ?? null,
      mode: best?.finding.mode ?? null,
      confidence: best?.finding.confidence ?? null,
      evidence: (best?.finding.evidence ?? []).map(({ step, quote }) => ({
        step: step ?? numberOf(best?.position ?? null),
        quote,
      })),
      alternatives: others.map(({ position, finding }) => ({
        step: numberOf(position),
        category: finding.category,
        why: finding.why,
      })),
      correction: best?.finding.correction ?? '',
    },
    answer,
    index,
    numbers,
  );
}
