import { tmpdir } from 'node:os';
import { randomFrom } from '../../bench/random.ts';
import { createSandbox } from '../../src/compose.ts';
import { importAgentrx } from '../../src/constraints/agentrx/import.ts';
import { calibrate, type Decision } from '../../src/constraints/calibration/calibrate.ts';
import { FiringTally, type RunGroup } from '../../src/constraints/calibration/firing-tally.ts';
import { checkConstraints } from '../../src/constraints/checking/check-constraints.ts';
import { type Constraint, UNCALIBRATED_WEIGHTS } from '../../src/contracts/constraint.ts';
import type { CheckOutcome } from '../../src/contracts/validation-log.ts';
import { asStagesSeeIt, runPipeline } from '../../src/pipeline/run-pipeline.ts';
import { indexTrajectory } from '../../src/trajectory/index-trajectory.ts';
import { dataFile, readJsonFile, runsIn } from './agentrx/data.ts';
import type { EvidenceContext, EvidenceRun } from './piece.ts';

type Print = EvidenceContext['print'];

/** One run, and what a set of constraints said of it. */
interface CheckedRun {
  readonly group: RunGroup;
  readonly outcomes: readonly CheckOutcome[];
}

interface ConstraintSet {
  readonly name: string;
  readonly constraints: readonly Constraint[];
  readonly runs: readonly CheckedRun[];
}

/** Random halves that the figures are means over: one split of so few runs would be a throw of dice. */
const SPLITS = 200;

/**
 * Calibrates on one half of the tau-retail runs and measures on the other, over many random halves: the false-alarm rate
 * of constraints that a model wrote and of the rules, before and after, and what pruning costs in failing runs.
 */
export const run: EvidenceRun = async ({ print }) => {
  const passed = dataFile('agentrx', 'tau_retail', 'tau_dataset_passed.json');
  const failed = dataFile('agentrx', 'tau_retail', 'tau_dataset_failed.json');
  const written = dataFile('model-constraints', 'static_retail.json');
  if (passed === null || failed === null || written === null) {
    return { met: null, text: 'no data: set CULPRIT_DATA to the folder of the public data sets' };
  }
  const known = [
    ...runsIn(passed).map((trajectory) => ({ group: 'passing' as const, trajectory })),
    ...runsIn(failed).map((trajectory) => ({ group: 'failing' as const, trajectory })),
  ].map(({ group, trajectory }) => ({ group, trajectory: asStagesSeeIt(trajectory, {}) }));
  const { pack } = importAgentrx(readJsonFile(written), 'static_retail');
  const sandbox = await createSandbox({ language: 'python', cacheFolder: `${tmpdir()}/culprit-evidence` });
  const ofModel: CheckedRun[] = [];
  const ofRules: CheckedRun[] = [];
  let rules: readonly Constraint[] = [];
  try {
    for (const { group, trajectory } of known) {
      const index = indexTrajectory(trajectory);
      const { constraints } = pack;
      ofModel.push({ group, ...(await checkConstraints({ index, constraints, sandbox: async () => sandbox })) });
      const { validationLog } = runPipeline(trajectory);
      rules = validationLog.constraints;
      ofRules.push({ group, outcomes: validationLog.outcomes });
    }
  } finally {
    await sandbox.close();
  }
  const sets: readonly ConstraintSet[] = [
    { name: 'constraints that a model wrote', constraints: pack.constraints, runs: ofModel },
    { name: 'the rules', constraints: rules, runs: ofRules },
  ];
  const results = sets.map((set) => measure(set, print));
  const isBetter = results.every(({ before, after }) => after.alarms <= before.alarms && after.auc >= before.auc);
  const [model] = results;
  const text =
    model === undefined
      ? 'nothing was measured'
      : `on runs that calibration did not see, ${percent(model.before.alarms)} of passing runs had an alarm of the model's constraints before and ${percent(model.after.alarms)} after; hits ${percent(model.before.hits)} and ${percent(model.after.hits)}`;
  return { met: isBetter && (model?.after.alarms ?? 1) < (model?.before.alarms ?? 0), text };
};

interface Figures {
  /** Share of passing runs with a violation of a constraint that counts. */
  readonly alarms: number;
  /** Share of failing runs with one. */
  readonly hits: number;
  /** Chance that a failing run has more weight of violations than a passing one. */
  readonly auc: number;
}

function measure(
  { name, constraints, runs }: ConstraintSet,
  print: Print,
): { readonly before: Figures; readonly after: Figures } {
  const guess = new Map(constraints.map(({ id, severity }) => [id, UNCALIBRATED_WEIGHTS[severity]]));
  const whole = calibrate(constraints, tallied(runs));
  print(`${name}: ${constraints.length}, on all runs ${decisions(whole.map(({ decision }) => decision))}`);
  for (const { constraintId, decision, reason } of whole) {
    if (decision !== 'keep') print(`  ${decision} ${constraintId}: ${reason}`);
  }
  const random = randomFrom(20_261_201);
  const before: Figures[] = [];
  const after = { both: [] as Figures[], passing: [] as Figures[] };
  let pruned = 0;
  for (let split = 0; split < SPLITS; split++) {
    const [seen, unseen] = halves(runs, random);
    before.push(figuresOf(unseen, guess));
    const both = calibrate(constraints, tallied(seen));
    after.both.push(figuresOf(unseen, weightsOf(both)));
    pruned += both.filter(({ decision }) => decision === 'prune').length;
    const alone = calibrate(constraints, tallied(seen.filter(({ group }) => group === 'passing')));
    after.passing.push(figuresOf(unseen, weightsOf(alone)));
  }
  const rows = [
    ['not calibrated', mean(before)],
    ['calibrated on passing and failing runs', mean(after.both)],
    ['calibrated on passing runs alone', mean(after.passing)],
  ] as const;
  print(
    `  on the half that was not seen, mean of ${SPLITS} random halves; ${(pruned / SPLITS).toFixed(1)} pruned a half:`,
  );
  for (const [what, { alarms, hits, auc }] of rows) {
    print(
      `  ${what.padEnd(40)} alarm in ${percent(alarms)} of passing runs, ${percent(hits)} of failing; AUC ${auc.toFixed(3)}`,
    );
  }
  return { before: mean(before), after: mean(after.both) };
}

function tallied(runs: readonly CheckedRun[]): FiringTally {
  const tally = new FiringTally();
  for (const { group, outcomes } of runs) tally.add(group, outcomes);
  return tally;
}

const weightsOf = (calibrated: ReturnType<typeof calibrate>): ReadonlyMap<string, number> =>
  new Map(calibrated.map(({ constraintId, calibration }) => [constraintId, calibration.weight]));

function figuresOf(runs: readonly CheckedRun[], weights: ReadonlyMap<string, number>): Figures {
  const scores = { passing: [] as number[], failing: [] as number[] };
  for (const { group, outcomes } of runs) {
    const violated = new Set(
      outcomes.flatMap(({ status, recoveredPosition, constraintId }) =>
        status === 'violated' && recoveredPosition === null ? [constraintId] : [],
      ),
    );
    scores[group].push([...violated].reduce((sum, id) => sum + (weights.get(id) ?? 0), 0));
  }
  const share = (of: readonly number[]) => of.filter((score) => score > 0).length / of.length;
  let wins = 0;
  for (const bad of scores.failing) for (const good of scores.passing) wins += bad > good ? 1 : bad === good ? 0.5 : 0;
  return {
    alarms: share(scores.passing),
    hits: share(scores.failing),
    auc: wins / (scores.failing.length * scores.passing.length),
  };
}

/** Two halves of each group, at random. */
function halves(runs: readonly CheckedRun[], random: () => number): readonly [CheckedRun[], CheckedRun[]] {
  const seen: CheckedRun[] = [];
  const unseen: CheckedRun[] = [];
  for (const group of ['passing', 'failing'] as const) {
    const shuffled = runs
      .filter((run) => run.group === group)
      .map((run) => ({ run, key: random() }))
      .sort((a, b) => a.key - b.key);
    shuffled.forEach(({ run }, at) => {
      (at < shuffled.length / 2 ? seen : unseen).push(run);
    });
  }
  return [seen, unseen];
}

function mean(figures: readonly Figures[]): Figures {
  const of = (key: keyof Figures) => figures.reduce((sum, one) => sum + one[key], 0) / figures.length;
  return { alarms: of('alarms'), hits: of('hits'), auc: of('auc') };
}

function decisions(given: readonly Decision[]): string {
  const count = (decision: Decision) => given.filter((one) => one === decision).length;
  return `${count('keep')} kept, ${count('down-weight')} down-weighted, ${count('prune')} pruned`;
}

const percent = (value: number): string => `${(100 * value).toFixed(1)}%`;
