import { plural } from '../../base/text.ts';
import { type Calibration, type Constraint, UNCALIBRATED_WEIGHTS } from '../../contracts/constraint.ts';
import type { ConstraintCounts, FiringCounts, FiringTally } from './firing-tally.ts';
import { wilson } from './wilson.ts';

export const DECISIONS = ['keep', 'down-weight', 'prune'] as const;
export type Decision = (typeof DECISIONS)[number];

/** What calibration says of one constraint. */
export interface CalibratedConstraint {
  readonly constraintId: string;
  readonly calibration: Calibration;
  /** `down-weight`: it counts for less than it did uncalibrated. `prune`: not at all. */
  readonly decision: Decision;
  /** Why, in words, with the counts. */
  readonly reason: string;
  /** Runs in which it could not tell somewhere, and in which it crashed or timed out somewhere: left out of the counts. */
  readonly undecided: number;
  readonly errors: number;
}

/** Largest weight, in nats: no single constraint of a pack outweighs everything that was learned from labels. */
const MOST = 2;
/** Below this a violation says nothing that is worth a place in a verdict. */
const LEAST = 0.1;
/** One firing may be chance: fewer passing runs than this never prune a constraint. */
const FIRED_TO_PRUNE = 2;
/** What is believed before any run is seen: the false-alarm rate at which the guess by severity stands, … */
const PRIOR_RATE = 0.1;
/** … and how many runs that belief is worth: two false alarms in twenty. */
const PRIOR_RUNS = 20;

/**
 * Weighs constraints by what they did on runs whose outcome is known. The weight is in the judge's own unit, nats of a
 * conditional logit, and lies from 0 to 2:
 *
 * - with failing runs, the log-likelihood ratio of firing in failing against passing runs, smoothed (Laplace) by twenty runs
 *   of each kind in which it fired as often as its severity claims: where little is known it stays near the guess by
 *   severity, with many runs it is the log of the ratio of the two rates;
 * - with passing runs alone, that guess plus log(10 % / upper end of the false-alarm rate's interval).
 *
 * Without a false alarm it is never less than the guess, and without a hit in given failing runs never more. The ratio
 * is one of runs while the judge compares steps, so it stands in for what labels would teach.
 */
export function calibrate(constraints: readonly Constraint[], tally: FiringTally): readonly CalibratedConstraint[] {
  const hasFailing = tally.runs.failing > 0;
  return constraints.map((constraint) => {
    const counts = tally.of(constraint.id);
    const guess = UNCALIBRATED_WEIGHTS[constraint.severity];
    const { weight, decision } = weigh(counts, guess);
    return {
      constraintId: constraint.id,
      calibration: {
        passing: counts.passing,
        failing: hasFailing ? counts.failing : null,
        precision: hasFailing ? precisionOf(counts) : null,
        weight,
      },
      decision,
      reason: reasonOf(counts, decision, { weight, guess, hasFailing }),
      undecided: counts.undecided,
      errors: counts.errors,
    };
  });
}

function weigh(
  { passing, failing }: ConstraintCounts,
  guess: number,
): { readonly weight: number; readonly decision: Decision } {
  // Without a passing run nothing is known of its false alarms.
  if (passing.runs === 0) return { weight: guess, decision: 'keep' };
  const raw = failing.runs > 0 ? ratioWeight(passing, failing, guess) : passingWeight(passing, guess);
  if (raw < LEAST && passing.fired >= FIRED_TO_PRUNE) return { weight: 0, decision: 'prune' };
  const weight = rounded(Math.min(MOST, Math.max(LEAST, raw)));
  return { weight, decision: weight < guess ? 'down-weight' : 'keep' };
}

function ratioWeight(passing: FiringCounts, failing: FiringCounts, guess: number): number {
  const alarms = PRIOR_RUNS * PRIOR_RATE;
  const weight = logRate(failing, alarms * Math.exp(guess)) - logRate(passing, alarms);
  const floored = passing.fired === 0 ? Math.max(guess, weight) : weight;
  return failing.fired === 0 ? Math.min(guess, floored) : floored;
}

const logRate = ({ runs, fired }: FiringCounts, prior: number): number =>
  Math.log((fired + prior) / (runs + PRIOR_RUNS));

function passingWeight({ runs, fired }: FiringCounts, guess: number): number {
  const weight = guess + Math.log(PRIOR_RATE / wilson(fired, runs).high);
  return fired === 0 ? Math.max(guess, weight) : weight;
}

function precisionOf({ passing, failing }: ConstraintCounts): Calibration['precision'] {
  const fired = passing.fired + failing.fired;
  if (fired === 0) return null;
  const { low, high } = wilson(failing.fired, fired);
  return { value: rounded(failing.fired / fired), low: rounded(low), high: rounded(high) };
}

interface Weighed {
  readonly weight: number;
  readonly guess: number;
  readonly hasFailing: boolean;
}

function reasonOf(counts: ConstraintCounts, decision: Decision, { weight, guess, hasFailing }: Weighed): string {
  const { passing, failing } = counts;
  if (passing.runs === 0) {
    const seen = hasFailing && failing.runs > 0 ? `, and ${share(failing)} failing` : '';
    return `it could be checked on no passing run${seen}: it keeps the weight of its severity`;
  }
  const { high } = wilson(passing.fired, passing.runs);
  const bound = failing.runs > 0 ? '' : ` (at most ${percent(high)} with 95 % confidence)`;
  const fired = `violated in ${share(passing)} passing${failing.runs > 0 ? ` and ${share(failing)} failing` : ''} runs${bound}`;
  if (decision === 'prune') {
    const why = failing.runs > 0 ? 'a violation does not speak of failure' : 'it fires where nothing went wrong';
    return `${fired}: ${why}`;
  }
  if (passing.fired === 0) return `${fired}: no false alarm`;
  const compared = weight < guess ? 'less than' : weight > guess ? 'more than' : 'as much as';
  return `${fired}: it counts for ${compared} its severity alone would say (${weight} against ${guess})`;
}

const share = ({ runs, fired }: FiringCounts): string => `${fired} of ${runs}`;
const percent = (value: number): string => `${(100 * value).toFixed(value < 0.1 ? 1 : 0)} %`;
const rounded = (value: number): number => Math.round(value * 1e3) / 1e3;

/** How many constraints are kept, down-weighted and pruned, in a line. */
export function describeCalibration(calibrated: readonly CalibratedConstraint[]): string {
  const count = (decision: Decision) => calibrated.filter((one) => one.decision === decision).length;
  return `${plural(calibrated.length, 'constraint')}: ${count('keep')} kept, ${count('down-weight')} down-weighted, ${count('prune')} pruned`;
}
