import { tmpdir } from 'node:os';
import { basename } from 'node:path';
import { createSandbox } from '../../src/compose.ts';
import { importAgentrx } from '../../src/constraints/agentrx/import.ts';
import type { ImportFinding } from '../../src/constraints/agentrx/import-result.ts';
import { checkConstraints } from '../../src/constraints/checking/check-constraints.ts';
import type { Constraint } from '../../src/contracts/constraint.ts';
import { constraintPackSchema } from '../../src/contracts/constraint-pack.ts';
import type { Sandbox } from '../../src/contracts/sandbox.ts';
import type { Trajectory } from '../../src/contracts/trajectory.ts';
import { indexTrajectory } from '../../src/trajectory/index-trajectory.ts';
import { criticalSteps, dataFile, filesIn, readJsonFile, runsIn } from './agentrx/data.ts';
import type { EvidenceRun } from './piece.ts';

/** What the data's README says CPython made of the same constraints. */
const README = {
  constraints: 144,
  passingPerRun: 0.49,
  failedPerRun: 0.74,
  checks: 1_263,
  criticalHit: 2,
  criticalFirst: 1,
  oneshotHit: 6,
  oneshotRuns: 7,
  oneshotMissed: 'tau-63',
} as const;

/** Violated steps of a run, in order, and how many checks gave a verdict or none. */
interface Found {
  readonly violated: readonly number[];
  readonly checks: number;
  readonly errors: number;
  readonly undecided: number;
}

/**
 * Imports the constraints that a model wrote, runs the programs among them over the runs they are for, and holds the
 * figures against those of the data's README.
 */
export const run: EvidenceRun = async ({ print }) => {
  const folder = dataFile('model-constraints');
  const failedFile = dataFile('agentrx', 'tau_retail', 'tau_dataset_failed.json');
  const passedFile = dataFile('agentrx', 'tau_retail', 'tau_dataset_passed.json');
  const truth = dataFile('agentrx', 'ground_truth', 'tau_ground_truth.json');
  if (folder === null || failedFile === null || passedFile === null || truth === null) {
    return { met: null, text: 'no data: set CULPRIT_DATA to the folder of the public data sets' };
  }
  const packs = new Map<string, readonly Constraint[]>();
  const findings: ImportFinding[] = [];
  let invalid = 0;
  for (const path of filesIn(folder, '.json')) {
    const name = basename(path, '.json');
    const imported = importAgentrx(readJsonFile(path), name);
    if (!constraintPackSchema.safeParse(imported.pack).success) invalid++;
    packs.set(name, imported.pack.constraints);
    findings.push(...imported.findings.map((one) => ({ ...one, constraint: `${name}/${one.constraint ?? ''}` })));
  }
  for (const { constraint, kind, message } of findings) print(`finding ${kind}: ${constraint}: ${message}`);
  const all = [...packs.values()].flat();
  const programs = all.filter(({ check }) => check.language === 'python').length;
  print(
    `imported ${all.length} constraints: ${programs} Python, ${all.length - programs} for a model; ${invalid} packs invalid`,
  );
  const critical = criticalSteps(truth);
  const failed = runsIn(failedFile);
  const sandbox = await createSandbox({ language: 'python', cacheFolder: `${tmpdir()}/culprit-evidence` });
  const lines: (readonly [what: string, ours: number, theirs: number])[] = [];
  let errors = 0;
  let undecided = 0;
  const check = async (constraints: readonly Constraint[], trajectory: Trajectory): Promise<Found> => {
    const found = await violations(sandbox, constraints, trajectory);
    errors += found.errors;
    undecided += found.undecided;
    return found;
  };
  try {
    const retail = packs.get('static_retail') ?? [];
    const passing = await each(runsIn(passedFile), (trajectory) => check(retail, trajectory));
    const failing = await each(failed, (trajectory) => check(retail, trajectory));
    const steps = failed.map(({ id }) => critical.get(id) ?? -1);
    const oneshots = [...packs].filter(([name]) => name.startsWith('oneshot_tau-'));
    const missed: string[] = [];
    for (const [name, constraints] of oneshots) {
      const id = name.replace('oneshot_tau-', '');
      const trajectory = failed.find((one) => one.id === id);
      if (trajectory === undefined) throw new Error(`the run of ${name} is not among the failed ones`);
      const { violated } = await check(constraints, trajectory);
      const hit = violated.includes(critical.get(id) ?? -1);
      if (!hit) missed.push(`tau-${id}`);
      print(
        `${name}: ${violated.length} violations at positions ${violated.join(', ')}; critical ${critical.get(id)}: ${hit ? 'among them' : 'not among them'}`,
      );
    }
    const perRun = (found: readonly Found[]): number =>
      Math.round((found.reduce((sum, { violated }) => sum + violated.length, 0) / found.length) * 100) / 100;
    lines.push(
      ['constraints', all.length, README.constraints],
      ['violations a passing run', perRun(passing), README.passingPerRun],
      ['violations a failed run', perRun(failing), README.failedPerRun],
      ['checks over the failed runs', failing.reduce((sum, { checks }) => sum + checks, 0), README.checks],
      [
        'failed runs whose critical step is violated',
        failing.filter(({ violated }, at) => violated.includes(steps[at] ?? -1)).length,
        README.criticalHit,
      ],
      [
        'failed runs whose first violation is the critical step',
        failing.filter(({ violated }, at) => violated[0] === steps[at]).length,
        README.criticalFirst,
      ],
      ['one-shot runs', oneshots.length, README.oneshotRuns],
      ['one-shot runs whose critical step is violated', oneshots.length - missed.length, README.oneshotHit],
      [
        `one-shot runs missed that are ${README.oneshotMissed}`,
        missed.filter((name) => name === README.oneshotMissed).length,
        1,
      ],
    );
    await printOthers(sandbox, packs, print);
  } finally {
    await sandbox.close();
  }
  for (const [what, ours, theirs] of lines) {
    print(`${ours === theirs ? 'same  ' : 'DIFFER'} ${what}: ours ${ours}, README ${theirs}`);
  }
  print(`errors: ${errors}; undecided: ${undecided}`);
  const differ = lines.filter(([, ours, theirs]) => ours !== theirs).length;
  return {
    met: differ === 0 && invalid === 0 && errors === 0,
    text: `${lines.length - differ} of ${lines.length} figures are those of CPython, ${errors} errors, ${findings.length} findings of the import`,
  };
};

async function violations(
  sandbox: Sandbox,
  constraints: readonly Constraint[],
  trajectory: Trajectory,
): Promise<Found> {
  const programs = constraints.filter(({ check }) => check.language === 'python');
  const { outcomes } = await checkConstraints({
    index: indexTrajectory(trajectory),
    constraints: programs,
    sandbox: async () => sandbox,
  });
  const count = (...statuses: readonly string[]): number =>
    outcomes.filter(({ status }) => statuses.includes(status)).reduce((sum, { checked }) => sum + checked, 0);
  return {
    violated: outcomes.flatMap(({ status, position }) =>
      status === 'violated' && position !== null ? [position] : [],
    ),
    checks: count('satisfied', 'violated', 'undecided', 'error'),
    errors: count('error'),
    undecided: count('undecided'),
  };
}

async function each<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<readonly R[]> {
  const results: R[] = [];
  for (const item of items) results.push(await work(item));
  return results;
}

/** The sets that the README gives no figures for: that they run, and what they find. */
async function printOthers(
  sandbox: Sandbox,
  packs: ReadonlyMap<string, readonly Constraint[]>,
  print: (line: string) => void,
): Promise<void> {
  const airline = dataFile('tau-bench', 'gpt-4o-airline.json');
  const constraints = packs.get('static_airline');
  if (airline !== null && constraints !== undefined) {
    const runs = runsIn(airline);
    for (const status of ['succeeded', 'failed'] as const) {
      const some = runs.filter(({ outcome }) => outcome.status === status);
      const found = await each(some, (trajectory) => violations(sandbox, constraints, trajectory));
      const sum = (of: (one: Found) => number): number => found.reduce((total, one) => total + of(one), 0);
      print(
        `static_airline over ${some.length} runs that ${status}: ${(sum(({ violated }) => violated.length) / some.length).toFixed(2)} violations a run, ` +
          `${sum(({ checks }) => checks)} checks, ${sum(({ errors }) => errors)} errors`,
      );
    }
  }
  for (const [name, own] of packs) {
    const file = name.startsWith('oneshot_hc-')
      ? dataFile('whowhen', 'Who&When', 'Hand-Crafted', `${name.replace('oneshot_hc-', '')}.json`)
      : null;
    const trajectory = file === null ? undefined : runsIn(file)[0];
    if (trajectory === undefined) continue;
    const { violated, checks, errors } = await violations(sandbox, own, trajectory);
    print(`${name}: ${checks} checks, ${errors} errors, violations at positions ${violated.join(', ') || 'none'}`);
  }
}
