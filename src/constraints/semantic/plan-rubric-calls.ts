import { estimateTokens } from '../../base/estimate-tokens.ts';
import type { Constraint } from '../../contracts/constraint.ts';
import type { StepCosts } from '../../prompting/window-steps.ts';
import { constraintText } from './constraint-text.ts';

/** A constraint with a rubric, and where its guard lets it apply. */
export interface RubricPlaces {
  readonly constraint: Constraint;
  readonly criteria: readonly string[];
  /** Positions in order; one null where it is about the whole run. */
  readonly positions: readonly (number | null)[];
}

/** One constraint at one place. */
export interface RubricCheck {
  readonly constraint: Constraint;
  readonly criteria: readonly string[];
  /** Null = the whole run. */
  readonly position: number | null;
}

/** Checks that are asked in one call, in the order of their steps. */
export interface RubricCall {
  readonly checks: readonly RubricCheck[];
  /** First position that is checked; null = the whole run is. */
  readonly first: number | null;
  /** Last position that is checked: no step after it is shown. */
  readonly last: number | null;
}

export interface PlanOptions {
  readonly costs: StepCosts;
  /** Most steps that are checked in one call. */
  readonly stepsPerCall: number;
  /** Most tokens between the first and the last step that are checked in one call. */
  readonly spanTokens: number;
  /** Most criteria that are asked in one call. */
  readonly maxCriteria: number;
  /** Most tokens of the constraints of one call. */
  readonly constraintTokens: number;
}

/** Most checks of one run; those beyond it are left undecided. */
export const MAX_CHECKS = 5_000;

/** Which checks are asked together: those of steps near each other, never more than a model can answer with care. */
export function planRubricCalls(
  places: readonly RubricPlaces[],
  options: PlanOptions,
): { readonly calls: readonly RubricCall[]; readonly beyond: readonly RubricCheck[] } {
  const { costs, stepsPerCall, spanTokens } = options;
  const all: RubricCheck[] = [];
  const beyond: RubricCheck[] = [];
  for (const { constraint, criteria, positions } of places) {
    for (const position of positions) {
      (all.length < MAX_CHECKS ? all : beyond).push({ constraint, criteria, position });
    }
  }
  const calls: RubricCall[] = [];
  const isWhole = ({ position }: RubricCheck): boolean => position === null;
  for (const checks of cut(all.filter(isWhole), options, () => true)) calls.push({ checks, first: null, last: null });
  const placed = all.filter((check) => !isWhole(check)).sort((a, b) => positionOf(a) - positionOf(b));
  let steps = 0;
  let tokens = 0;
  const together = (previous: RubricCheck, next: RubricCheck, isFirst: boolean): boolean => {
    if (isFirst) {
      steps = 1;
      tokens = costs.full[positionOf(previous)] ?? 0;
    }
    if (positionOf(previous) === positionOf(next)) return true;
    const between = costs.full
      .slice(positionOf(previous) + 1, positionOf(next) + 1)
      .reduce((total, cost) => total + cost, 0);
    steps++;
    tokens += between;
    return steps <= stepsPerCall && tokens <= spanTokens;
  };
  for (const checks of cut(placed, options, together)) {
    const [head] = checks;
    const tail = checks.at(-1);
    if (head !== undefined && tail !== undefined) {
      calls.push({ checks, first: positionOf(head), last: positionOf(tail) });
    }
  }
  return { calls, beyond };
}

const positionOf = ({ position }: RubricCheck): number => position ?? 0;

/** Cuts a list where `together` says so, and where there would be too many criteria or too much text. */
function* cut(
  checks: readonly RubricCheck[],
  { maxCriteria, constraintTokens }: PlanOptions,
  together: (previous: RubricCheck, next: RubricCheck, isFirst: boolean) => boolean,
): Generator<readonly RubricCheck[]> {
  let part: RubricCheck[] = [];
  let known = new Set<Constraint>();
  let criteria = 0;
  let tokens = 0;
  for (const check of checks) {
    const previous = part.at(-1);
    const more = known.has(check.constraint) ? 0 : estimateTokens(constraintText(check.constraint));
    const fits = criteria + check.criteria.length <= maxCriteria && tokens + more <= constraintTokens;
    if (previous !== undefined && !(fits && together(previous, check, part.length === 1))) {
      yield part;
      part = [];
      known = new Set();
      criteria = 0;
      tokens = 0;
    }
    part.push(check);
    criteria += check.criteria.length;
    tokens += known.has(check.constraint) ? 0 : estimateTokens(constraintText(check.constraint));
    known.add(check.constraint);
  }
  if (part.length > 0) yield part;
}
