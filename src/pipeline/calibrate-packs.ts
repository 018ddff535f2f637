import { type CalibratedConstraint, calibrate } from '../constraints/calibration/calibrate.ts';
import { FiringTally, type RunGroup } from '../constraints/calibration/firing-tally.ts';
import { type Spectrum, type SpectrumOptions, SpectrumTally } from '../constraints/calibration/spectrum.ts';
import { checkConstraints } from '../constraints/checking/check-constraints.ts';
import { librariesOf } from '../constraints/packs/read-pack.ts';
import type { ConstraintPack } from '../contracts/constraint-pack.ts';
import type { Trajectory } from '../contracts/trajectory.ts';
import { indexTrajectory } from '../trajectory/index-trajectory.ts';
import { uncalibrated } from './check-trajectories.ts';
import { runStages } from './run-pipeline.ts';
import type { ConstraintOptions } from './run-with-constraints.ts';

/** A run, and how it is known to have ended. */
export interface KnownRun {
  readonly trajectory: Trajectory;
  readonly group: RunGroup;
}

export interface CalibratePacksInput extends Pick<ConstraintOptions, 'sandbox' | 'signal'> {
  /** No two with a constraint of one id. */
  readonly packs: readonly ConstraintPack[];
  /** Read one by one: none is kept. */
  readonly runs: Iterable<KnownRun> | AsyncIterable<KnownRun>;
  /** Whether to rank patterns of the runs as well; left out = no. */
  readonly spectrum?: boolean | SpectrumOptions;
  /** Hears of each run once it is done. */
  readonly onRun?: (run: KnownRun) => void;
}

export interface PackCalibration {
  /** One for each constraint, in the order of the packs. */
  readonly calibrated: readonly CalibratedConstraint[];
  readonly runs: { readonly passing: number; readonly failing: number };
  /** Runs whose own trace says the opposite of what they were given as. */
  readonly contradicted: { readonly passing: number; readonly failing: number };
  /** Null where it was not asked for. */
  readonly spectrum: Spectrum | null;
}

/** Runs packs over runs whose outcome is known, pruned constraints too, and weighs their constraints by what they did. */
export async function calibratePacks({
  packs,
  runs,
  spectrum = false,
  onRun,
  ...options
}: CalibratePacksInput): Promise<PackCalibration> {
  const constraints = packs.flatMap((pack) => pack.constraints.map(uncalibrated));
  const firing = new FiringTally();
  const patterns = spectrum === false ? null : new SpectrumTally();
  const libraries = librariesOf(packs);
  const contradicted = { passing: 0, failing: 0 };
  for await (const run of runs) {
    const { trajectory, group } = run;
    const index = indexTrajectory(withheld(trajectory));
    const findings = await checkConstraints({ ...options, index, constraints, libraries });
    firing.add(group, findings.outcomes);
    // Rules stand in the spectrum beside the pack.
    const all = { start: null, findings };
    patterns?.add(group, index, runStages(index.trajectory, index, {}, all).validationLog.outcomes);
    if (trajectory.outcome.status === (group === 'passing' ? 'failed' : 'succeeded')) contradicted[group]++;
    onRun?.(run);
  }
  return {
    calibrated: calibrate(constraints, firing),
    runs: firing.runs,
    contradicted,
    spectrum: patterns?.rank(typeof spectrum === 'object' ? spectrum : {}) ?? null,
  };
}

/** What a check sees: neither labels nor how the run ended, which is what it is measured against. */
const withheld = (trajectory: Trajectory): Trajectory => ({
  ...trajectory,
  gold: null,
  outcome: { status: 'unknown', reward: null, reason: 'withheld while constraints are calibrated' },
});
